// Who sits where when somebody just wants to play, and how seats are written in a link.
import type { GameFacts, Setup, WishedSeat } from "../api/client";
import { BOXES } from "../games/game";

/** The seats of a quick game: the person where the game says, bots around. */
export function firstSeats(game: GameFacts, level = "housecat"): string {
  const mine = BOXES[game.id]?.firstSeat ?? 0;
  return Array.from({ length: game.usual_seats }, (_, seat) => (seat === mine ? "me" : `bot:${level}`)).join(",");
}

/** Whether a set-up can be played on one device without a server: nobody is waited for, and no clock runs. */
export function canBeHere(setup: Pick<Setup, "seats" | "rules">): boolean {
  return setup.seats.every((seat) => seat.kind !== "open") && !setup.rules.move_seconds && !setup.rules.game_seconds;
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
