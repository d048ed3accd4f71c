import type { Box } from "../game";
import "./colours.css";
import cover from "./cover.svg";

export default {
  cover,
  line: "A clockwork house turns under your paws. Whose wish will it grant?",
  mood: "quiet, knotty",
  gentle: {
    label: "Play the easier mode",
    text: "The easier mode forgives more: abilities are kept for later, and you build beside either character.",
    query: "easier=on",
  },
  lab: {
    ground: "radial-gradient(circle at 4px 4px, #8fb183 1.6px, transparent 2.2px) 0 0 / 20px 20px, #a9c99a",
    paint: "#A9C99A",
    words: "#2B2130",
    asks: [{ text: "How much easier is easier?", query: "b.easier=on" }],
  },
  decisions: {
    abilities: "Which ability to use",
    turn: "Which room to turn",
    cover: "Which room to cover",
    place: "Where to set a card",
    run: "Where to run",
    cat: "Where the Cat comes in",
  },
  table: () => import("."),
} satisfies Box;
