import type { GamePage } from "../game";
import Aside from "./Aside.svelte";
import Board from "./Board.svelte";
import Face from "./Face.svelte";
import Hand from "./Hand.svelte";
import Score from "./Score.svelte";
import Study from "./Study.svelte";
import { count, TITLES } from "./table";
import type { Table } from "./view";
import Vignette from "./Vignette.svelte";

export default {
  Board,
  Study,
  believed: (seat) => (seat === 0 ? "how likely the Mouse is there" : "how likely each room is watched"),
  Hand,
  Aside,
  Score,
  Face,
  ruleOf: {
    pocket: "CM-2.1",
    second_pocket: "CM-8.1",
    first_room: "CM-2.2",
    monitor: "CM-3.1",
    announce: "CM-3.2",
    name: "CM-4.1",
    stay: "CM-5.1",
    trap: "CM-5.2",
    turn: "CM-6.1",
    keep: "CM-6.1",
    put_back: "CM-8.1",
    new_room: "CM-6.2",
    over: "CM-9.1",
  },
  Vignette,
  seatNote: (room: Table, seat) =>
    seat === 0 ? `${count(room.view.pocket.length, "card")} pocketed` : `${count(room.view.bag.length, "card")} kept`,
  promptTitle: (room: Table) => TITLES[room.view.phase],
} satisfies GamePage;
