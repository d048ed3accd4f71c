import type { GamePage } from "../game";
import Aside from "./Aside.svelte";
import Board from "./Board.svelte";
import Face from "./Face.svelte";
import { promptTitle, seatNote } from "./knowing";
import Score from "./Score.svelte";

export default {
  Board,
  Aside,
  Score,
  Face,
  seatNote,
  promptTitle,
  isDangerous: (name) => name === "pounce",
} satisfies GamePage;
