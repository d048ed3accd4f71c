import type { Room } from "../../table/room.svelte";
import type { GamePage } from "../game";
import Board from "./Board.svelte";
import Box from "./Box.svelte";
import Face from "./Face.svelte";
import Hand from "./Hand.svelte";
import Score from "./Score.svelte";
import Study from "./Study.svelte";
import SeatLine from "./SeatLine.svelte";
import { chosenText, confirmText, promptTitle } from "./telling";
import type { View } from "./view";
import Vignette from "./Vignette.svelte";

export default {
  Board,
  Study,
  believed: () => "what hands and fists may hold",
  Hand,
  Score,
  Face,
  ruleOf: {
    select: "MH-5.1",
    bet: "MH-5.2",
    scout: "MH-5.3",
    play: "MH-5.3",
    pick_chip: "MH-5.3",
    learn: "MH-5.4",
    look_on: "MH-5.4",
    discard: "MH-5.5",
    over: "MH-6.1",
  },
  SeatLine,
  Vignette,
  Notes: { title: "Box", Sheet: Box, isAlways: true },
  isHandBeside: true,
  lookedAt: () => ["card"], // its text is read first
  isFirst: (room: Room<View>) => room.view.phase === "play", // stopping, where that is enough
  seatTitle: (room: Room<View>, seat: number) => room.view?.mice[seat]?.identity ?? "",
  promptTitle: (room: Room<View>) => promptTitle(room.view),
  chosenText: (room: Room<View>) => chosenText(room.view, room.seat, room.pick.touched[0] ?? ""),
  confirmText: (room: Room<View>) => confirmText(room.view, room.seat, room.pick.touched[0] ?? ""),
} satisfies GamePage;
