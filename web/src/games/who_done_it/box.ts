import type { Box } from "../game";
import "./colours.css";
import cover from "./cover.svg";

export default {
  cover,
  line: "A clockwork house turns under your paws. Whose wish will it grant?",
  mood: "quiet, knotty",
  table: () => import("."),
} satisfies Box;
