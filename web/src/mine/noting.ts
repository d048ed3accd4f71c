// A game of mine has ended: what is kept of it on this device.
import type { Frame } from "../api/client";
import { mine } from "./mine.svelte";

/** From the weakest to the strongest. */
const LEVELS = ["random", "greedy", "kitten", "housecat", "alley_cat", "tiger", "lion"];

/** How much of the win is a seat's: 1, nothing, or a part where it is shared; half of a draw. */
export function shareOf(frame: Frame, seat: number): number {
  const { outcome, seats } = frame;
  if (!outcome) return 0;
  if (outcome.payoffs.every((paid) => paid === 0)) return 0.5;
  if (!outcome.winners.includes(seat)) return 0;
  return 1 / new Set(outcome.winners.map((winner) => seats[winner]?.side)).size;
}

/** Against whom a seat has played: people, or the strongest of the bots on other sides; with nobody, "alone". */
export function against(frame: Frame, seat: number): string {
  const side = frame.seats[seat]?.side;
  const others = frame.seats.filter((one) => one.side !== side);
  if (others.some((one) => one.kind === "person")) return "people";
  const bots = others.map((one) => LEVELS.indexOf(one.bot ?? "")).filter((level) => level >= 0);
  return bots.length > 0 ? (LEVELS[Math.max(...bots)] ?? "") : "alone";
}

/** Keep a finished game; of the deal of a day its result too. Somebody who holds several seats, or none, keeps nothing. */
export function noteEnd(frame: Frame): void {
  const [seat, another] = frame.me.seats;
  if (frame.begun) return; // it was not dealt, but taken up in the middle
  if (frame.state !== "over" || !frame.outcome || seat === undefined || another !== undefined) return;
  const role = frame.seats[seat]?.role ?? "";
  const won = shareOf(frame, seat);
  mine.keepGame({ code: frame.table, game: frame.game, seat, role, seats: frame.seats.length, level: against(frame, seat), won });
  if (frame.dealing.day) {
    mine.keepDay({ day: frame.dealing.day, game: frame.game, code: frame.table, seat, role, won, ending: frame.outcome.reason });
  }
}
