import type { Box } from "../game";
import "./colours.css";
import cover from "./cover.svg";

export default {
  cover,
  line: "A masked ball: every cat that dances gives a little of you away.",
  mood: "clever, festive",
  table: () => import("."),
} satisfies Box;
