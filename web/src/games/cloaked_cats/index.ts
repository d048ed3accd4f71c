// Cloaked Cats at the table.
import type { GamePage } from "../game";
import { ballroomOf, wide } from "./ballroom.svelte";
import Aside from "./Aside.svelte";
import Board from "./Board.svelte";
import Face from "./Face.svelte";
import Hand from "./Hand.svelte";
import Score from "./Score.svelte";
import { isGuessing, large, roleOf, type Ball } from "./shapes";
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
  promptWays(room: Ball) {
    if (wide.current || !isGuessing(room)) return [];
    return [{ text: "Guess in the notebook", go: () => (ballroomOf(room).isOpen = true) }];
  },
  promptTitle: (room: Ball): string => (room.seat === null ? "Your move" : `Your move, ${large(roleOf(room, room.seat))}`),
} satisfies GamePage;
