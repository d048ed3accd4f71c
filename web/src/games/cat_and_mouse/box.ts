import type { Box } from "../game";
import "./colours.css";
import cover from "./cover.svg";

export default {
  cover,
  line: "An Inspector closes in while a burglar fills her bag, room by room.",
  mood: "sly, close",
  table: () => import("."),
} satisfies Box;
