// Who sits where when somebody just wants to play, and how seats are written in a link.
import type { GameFacts, Setup, WishedSeat } from "../api/client";
import { BOXES } from "../games/game";

/** The seats of a quick game: the person where the game says, bots around. */
export function firstSeats(game: GameFacts, level = "housecat"): string {
  const mine = BOXES[game.id]?.firstSeat ?? 0;
  return Array.from({ length: game.usual_seats }, (_, seat) => (seat === mine ? "me" : `bot:${level}`)).join(",");
}

/** Whether a set-up can be played on one device without a server: nobody is waited for, no clock runs, and nothing counts. */
export function canBeHere(setup: Pick<Setup, "seats" | "rules">): boolean {
  return !setup.rules.counts && setup.seats.every((seat) => seat.kind !== "open") && !setup.rules.move_seconds && !setup.rules.game_seconds;
}

/** Whether a table with these seats can be listed: somebody who comes finds a seat. */
export const canBeListed = (seats: readonly WishedSeat[]): boolean => seats.some((seat) => seat.kind === "open");

/** Whether a game with these seats can count for ratings: everybody has one seat, on a device of their own. */
export function canCount(game: Pick<GameFacts, "max_seats">, seats: readonly WishedSeat[]): boolean {
  const mine = seats.filter((seat) => seat.kind === "me").length;
  return game.max_seats > 1 && mine < 2 && seats.every((seat) => seat.kind !== "device") && seats.some((seat) => seat.kind !== "bot");
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
