import type { Box } from "../game";
import "./colours.css";
import cover from "./cover.svg";

export default {
  cover,
  line: "Four jobs, one crew, and everybody hopes to be first at the cheese.",
  mood: "bold, lucky",
  table: () => import("."),
} satisfies Box;
