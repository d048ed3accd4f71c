import type { Box } from "../game";
import "./colours.css";
import cover from "./cover.svg";

export default {
  cover,
  line: "Four jobs, one crew, and everybody hopes to be first at the cheese.",
  mood: "bold, lucky",
  lab: {
    ground: "radial-gradient(circle at 50% 0, #4a3a6b, transparent 70%), #2a2347",
    paint: "#F6A58F",
    words: "#F7ECD4",
    asks: [{ text: "What are high stakes good for?", query: "seats=4&b.stakes=on" }],
  },
  decisions: {
    select: "Which obstacle to take on",
    bet: "How many chips to bet",
    scout: "Which chip to lay aside",
    play: "Which card to play",
    pick_chip: "Which chip to take",
    learn: "What to learn",
    look_on: "After a test that others failed",
    discard: "Which card to discard",
  },
  table: () => import("."),
} satisfies Box;
