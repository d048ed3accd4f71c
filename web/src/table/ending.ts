// The end in a few words: who won, whether it is shared, and who came in where.
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

/** Whose portraits stand in the flourish: this person's among several who have won, everybody's in a draw, nobody's where the house wins. */
export function headsOf(frame: Frame): number[] {
  if (isDraw(frame)) return frame.seats.map((seat) => seat.seat);
  const winners = frame.outcome?.winners ?? [];
  const head = winners.find((seat) => frame.me.seats.includes(seat)) ?? winners[0];
  return head === undefined ? [] : [head];
}

/** The headline. Winners of several sides share it; a team that wins does not share with itself. */
export function titleOf(frame: Frame): string {
  const winners = frame.outcome?.winners ?? [];
  const side = (seat: number) => frame.seats[seat]?.side;
  const isShared = new Set(winners.map(side)).size > 1;
  const [mine] = frame.me.seats;
  if (isDraw(frame)) return "A draw";
  if (mine === undefined || frame.me.seats.length > 1)
    return `${listed(winners.map((seat) => nameOf(frame, seat)))} ${isShared ? "share the win" : "won"}`;
  if (!winners.includes(mine)) return placeOf(frame, mine) ? `You come ${placeOf(frame, mine)} of ${frame.seats.length}` : "You lose";
  if (!isShared) return "You win";
  return `You share the win with ${listed(winners.filter((seat) => side(seat) !== side(mine)).map((seat) => nameOf(frame, seat)))}`;
}

/** A number as a place: 1st, 2nd, 3rd, 4th. */
export const ordinal = (place: number): string => `${place}${["", "st", "nd", "rd"][place] ?? "th"}`;

/** Which place a seat has come in, where it counts who is second; nothing between two, and in games without places. */
export function placeOf(frame: Frame, seat: number): string {
  const place = frame.seats.length > 2 ? frame.outcome?.places?.[seat] : undefined;
  return place === undefined ? "" : ordinal(place);
}

/** One line of the score. */
export interface Score {
  seat: number;
  place: string;
  name: string;
  points: number;
  isMine: boolean;
}

/** Everybody's points, the first first; empty in games without points. */
export function scoresOf(frame: Frame): Score[] {
  const points = frame.outcome?.points ?? [];
  const places = frame.outcome?.places ?? points.map((mine) => 1 + points.filter((other) => other > mine).length);
  return points
    .map((own, seat) => ({
      seat,
      place: placeOf(frame, seat),
      name: nameOf(frame, seat),
      points: own,
      isMine: frame.me.seats.includes(seat),
    }))
    .sort((a, b) => (places[a.seat] ?? 0) - (places[b.seat] ?? 0) || a.seat - b.seat);
}
