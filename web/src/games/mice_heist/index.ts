import type { Room } from "../../table/room.svelte";
import type { GamePage } from "../game";
import Board from "./Board.svelte";
import Box from "./Box.svelte";
import Face from "./Face.svelte";
import Hand from "./Hand.svelte";
import Score from "./Score.svelte";
import SeatLine from "./SeatLine.svelte";
import type { View } from "./types";
import Vignette from "./Vignette.svelte";

function promptTitle(room: Room<View>): string {
  const { phase, test } = room.view;
  const isShort = test !== null && test.total < test.target;
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
  SeatLine,
  Vignette,
  Notes: { title: "Box", Sheet: Box, isAlways: true },
  isHandBeside: true,
  seatTitle: (room: Room<View>, seat: number) => room.view?.mice[seat]?.identity ?? "",
  promptTitle,
} satisfies GamePage;
