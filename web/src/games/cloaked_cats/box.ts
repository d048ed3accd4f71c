import type { Box } from "../game";
import "./colours.css";
import cover from "./cover.svg";

export default {
  cover,
  line: "A masked ball: every cat that dances gives a little of you away.",
  mood: "clever, festive",
  lab: {
    ground:
      "repeating-linear-gradient(60deg, #7f4a7288 0 14px, transparent 14px 28px), repeating-linear-gradient(-60deg, #7f4a7288 0 14px, transparent 14px 28px), #703c62",
    paint: "#E3B6D3",
    words: "#FBEFF6",
    asks: [{ text: "What is a tiger worth at a ball?", query: "seats=2&b.players=tiger,housecat" }],
  },
  decisions: {
    play: "Which cat to send out",
    guess: "What to ask, and whom",
  },
  table: () => import("."),
} satisfies Box;
