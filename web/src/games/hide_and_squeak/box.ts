import type { Box } from "../game";
import cover from "./cover.svg";

export default {
  cover,
  line: "One cat hunts the house. The mice below the floor fill their pantry.",
  mood: "tense, giggly",
  firstSeat: 1, // a mouse, which is the kinder start
  table: () => import("."),
} satisfies Box;
