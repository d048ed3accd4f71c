import type { GamePage } from "../game";
import Aside from "./Aside.svelte";
import Board from "./Board.svelte";
import Face from "./Face.svelte";
import Hand from "./Hand.svelte";
import Score from "./Score.svelte";
import { count, goesHome, TITLES, wouldHaveSet, type Table } from "./table";
import Vignette from "./Vignette.svelte";

export default {
  Board,
  Hand,
  Aside,
  Score,
  Face,
  Vignette,
  seatNote: (room: Table, seat) => (seat === 0 ? `${count(room.view.pocket.length, "card")} pocketed` : `${count(room.view.bag.length, "card")} kept`),
  isDangerous: (name, room: Table) => name === "spring" || name.startsWith("trap ") || (goesHome(name) && !wouldHaveSet(room.view, name)),
  promptTitle: (room: Table) => TITLES[room.view.phase],
} satisfies GamePage;
