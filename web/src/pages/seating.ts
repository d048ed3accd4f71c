// Who sits where when somebody just wants to play, and how seats are written in a link.
import type { GameFacts, WishedSeat } from "../api/client";
import { BOXES } from "../games/game";

/** The seats of a quick game: the person where the game says, bots around. */
export function firstSeats(game: GameFacts, level = "housecat"): string {
  const mine = BOXES[game.id]?.firstSeat ?? 0;
  return Array.from({ length: game.usual_seats }, (_, seat) => (seat === mine ? "me" : `bot:${level}`)).join(",");
}

export function seatText(seat: WishedSeat): string {
  const extra = seat.kind === "bot" ? seat.level : seat.kind === "device" ? encodeURIComponent(seat.name) : "";
  return extra ? `${seat.kind}:${extra}` : seat.kind;
}

/** What each level is like, in words. */
export const LEVELS: [string, string][] = [
  ["kitten", "plays along, and forgives"],
  ["housecat", "knows its way about"],
  ["alley_cat", "gives nothing away"],
  ["tiger", "remembers, and reckons"],
  ["lion", "the strongest we have"],
];
