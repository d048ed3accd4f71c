import type { Room } from "../../table/room.svelte";
import type { GamePage } from "../game";
import Board from "./Board.svelte";
import Box from "./Box.svelte";
import Face from "./Face.svelte";
import Hand from "./Hand.svelte";
import Score from "./Score.svelte";
import SeatLine from "./SeatLine.svelte";
import type { View } from "./view";
import Vignette from "./Vignette.svelte";

function promptTitle(room: Room<View>): string {
  const { phase, test } = room.view;
  const isShort = test !== null && test.short > 0;
  switch (phase) {
    case "select":
      return "Pick an obstacle";
    case "bet":
      return "Your bet";
    case "scout":
      return "Scout Ahead";
    case "play":
      return isShort ? "Not enough yet" : "That would do";
    case "pick_chip":
      return test?.using?.name ?? "Pick a chip";
    case "learn":
    case "look_on":
      return "A lesson";
    case "discard":
      return "Your cards";
    default:
      return "Your move";
  }
}

export default {
  Board,
  Hand,
  Score,
  Face,
  ruleOf: {
    select: "MH-5.1", bet: "MH-5.2", scout: "MH-5.3", play: "MH-5.3", pick_chip: "MH-5.3", learn: "MH-5.4", look_on: "MH-5.4", discard: "MH-5.5", over: "MH-6.1",
  },
  SeatLine,
  Vignette,
  Notes: { title: "Box", Sheet: Box, isAlways: true },
  isHandBeside: true,
  lookedAt: () => ["card"], // its text is read first
  seatTitle: (room: Room<View>, seat: number) => room.view?.mice[seat]?.identity ?? "",
  promptTitle,
} satisfies GamePage;
