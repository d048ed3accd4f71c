import type { Box } from "../game";
import "./colours.css";
import cover from "./cover.svg";

export default {
  cover,
  line: "An Inspector closes in while a burglar fills her bag, room by room.",
  mood: "sly, close",
  lab: {
    ground: "radial-gradient(circle at 82% 0, #3a4277, transparent 60%), #252b57",
    paint: "#F8DC8A",
    words: "#F7ECD4",
    asks: [{ text: "Is Subtle Movement too strong?", query: "b.subtle_movement=on" }],
  },
  table: () => import("."),
} satisfies Box;
