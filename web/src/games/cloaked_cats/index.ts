// Cloaked Cats at the table.
import type { GamePage } from "../game";
import Aside from "./Aside.svelte";
import Board from "./Board.svelte";
import Face from "./Face.svelte";
import Hand from "./Hand.svelte";
import Score from "./Score.svelte";
import { large, roleOf, type Ball } from "./shapes";
import Vignette from "./Vignette.svelte";

export default {
  Board,
  Hand,
  Aside,
  Score,
  Face,
  Vignette,
  seatNote(room: Ball, seat: number): string {
    const player = room.view.players[seat];
    return player ? `${player.stock} masks, ${player.won} won` : "";
  },
  promptTitle: (room: Ball): string => (room.seat === null ? "Your move" : `Your move, ${large(roleOf(room, room.seat))}`),
} satisfies GamePage;
