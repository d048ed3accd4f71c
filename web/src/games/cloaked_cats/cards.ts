// What is printed on the cards, which is fetched once, and how this table speaks of players.
import { printed } from "../../api/client";
import type { Cards, Ball } from "./view";

let asked: Promise<Cards> | null = null;

/** What is printed on the cards; asked for again only if the first time failed. */
export function cards(): Promise<Cards> {
  asked ??= printed<Cards>("cloaked_cats").catch((problem: unknown) => {
    asked = null;
    throw problem;
  });
  return asked;
}

/** How a player is called in sentences: by the colour of the masks. */
export const roleOf = (room: Ball, seat: number): string => room.frame.seats[seat]?.role ?? "";
export const calledOf = (room: Ball, seat: number): string => (seat === room.seat ? "you" : roleOf(room, seat));

export const square = (player: number, feature: number): string => `square:${player}_${feature}`;
/** Nobody is asked anything: a moment of a replay, to be looked at only. */
export const isReplay = (room: Ball): boolean => room.frame.state === "playing" && room.frame.acting.length === 0;
export const isGuessing = (room: Ball): boolean => room.frame.moves.some((move) => move.touches[0]?.startsWith("square:"));
