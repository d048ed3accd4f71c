// Cloaked Cats at the table.
import { capital } from "../../frame/text";
import type { GamePage } from "../game";
import { ballroomOf } from "./ballroom.svelte";
import Aside from "./Aside.svelte";
import Board from "./Board.svelte";
import Face from "./Face.svelte";
import Hand from "./Hand.svelte";
import Score from "./Score.svelte";
import Study from "./Study.svelte";
import SeatLine from "./SeatLine.svelte";
import { isGuessing, roleOf } from "./cards";
import type { Ball } from "./view";
import Vignette from "./Vignette.svelte";

export default {
  Board,
  Study,
  believed: () => "in how many of 100 cloaks that fit",
  Hand,
  Aside,
  Score,
  SeatLine,
  Face,
  ruleOf: { play: "CC-3.1", guess: "CC-3.3", over: "CC-4.1" },
  Vignette,
  lookedAt: () => ["square"], // small, and at other times a place for the pencil
  promptWays(room: Ball) {
    if (!isGuessing(room)) return [];
    return [{ text: "Guess in the notebook", go: () => ballroomOf(room).ask() }];
  },
  promptTitle: (room: Ball): string => (room.seat === null ? "Your move" : `Your move, ${capital(roleOf(room, room.seat))}`),
} satisfies GamePage;
