import type { Box } from "../game";
import cover from "./cover.svg";

export default {
  cover,
  line: "One cat hunts the house. The mice below the floor fill their pantry.",
  mood: "tense, giggly",
  firstSeat: 1, // a mouse, which is the kinder start
  lab: {
    ground: "repeating-linear-gradient(90deg, #f3d58c 0 12px, #f7dfa3 12px 24px)",
    paint: "#F0B53C",
    words: "#2B2130",
    asks: [
      { text: "What if two captures were enough?", query: "seats=4&b.captures=2" },
      { text: "Does a longer night help the cat?", query: "seats=5&b.dawn=40" },
    ],
  },
  decisions: {
    spares: "Laying spare tokens",
    traps: "Laying traps",
    starts: "Where a mouse comes up",
    prowl: "What the cat does",
    cheese: "Taking a token or not",
    run: "Where a mouse runs",
  },
  table: () => import("."),
} satisfies Box;
