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
  decisions: {
    pocket: "What goes into the pocket",
    second_pocket: "A second card for the pocket",
    first_room: "The first room",
    monitor: "Which room to monitor",
    announce: "Checking for clues or springing the trap",
    name: "Which room to name",
    stay: "Staying or going",
    trap: "Where to spring the trap",
    turn: "What to do on a turn",
    keep: "Which card to keep",
    put_back: "Which card goes back",
    new_room: "Which room next",
  },
  table: () => import("."),
} satisfies Box;
