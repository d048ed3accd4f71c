// The end in a few words: who won, and whether it is shared.
import { capital, listed } from "../frame/text";
import type { Frame } from "../api/client";

/** What a seat is called in the end; the one person at this device is "You". */
export function nameOf(frame: Frame, seat: number): string {
  const mine = frame.me.seats;
  if (mine.length === 1 && mine[0] === seat) return "You";
  const found = frame.seats[seat];
  const text = found ? found.name || found.role : "";
  return capital(text);
}

/** Whether this person, or somebody at this device, has won. */
export function hasWon(frame: Frame): boolean {
  return !isDraw(frame) && frame.me.seats.some((seat) => frame.outcome?.winners.includes(seat));
}

const isDraw = (frame: Frame): boolean => (frame.outcome?.payoffs ?? []).every((paid) => paid === 0);

/** The headline. Winners of several sides share it; a team that wins does not share with itself. */
export function titleOf(frame: Frame): string {
  const winners = frame.outcome?.winners ?? [];
  const side = (seat: number) => frame.seats[seat]?.side;
  const isShared = new Set(winners.map(side)).size > 1;
  const [mine] = frame.me.seats;
  if (isDraw(frame)) return "A draw";
  if (mine === undefined || frame.me.seats.length > 1)
    return `${listed(winners.map((seat) => nameOf(frame, seat)))} ${isShared ? "share the win" : "won"}`;
  if (!winners.includes(mine)) return "You lose";
  if (!isShared) return "You win";
  return `You share the win with ${listed(winners.filter((seat) => side(seat) !== side(mine)).map((seat) => nameOf(frame, seat)))}`;
}
