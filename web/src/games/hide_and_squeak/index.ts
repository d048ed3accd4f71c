import type { GamePage } from "../game";
import Aside from "./Aside.svelte";
import Board from "./Board.svelte";
import Face from "./Face.svelte";
import { promptTitle, seatNote } from "./knowing";
import Score from "./Score.svelte";
import Vignette from "./Vignette.svelte";

export default {
  Board,
  believed: (seat) => (seat === 0 ? "how likely each mouse is below" : "where traps may lie, where the cat may look"),
  Aside,
  Score,
  Face,
  isSquare: true,
  ruleOf: { spares: "HS-2.1", traps: "HS-2.1", starts: "HS-2.3", prowl: "HS-3.1", cheese: "HS-4.1", run: "HS-5.1", over: "HS-6.1" },
  Vignette,
  seatNote,
  promptTitle,
  pointing: (room) => (room.hasMates && room.view.sees_below ? "a room" : null),
} satisfies GamePage;
