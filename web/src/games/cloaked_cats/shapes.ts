// The cards, which are fetched once, and what the parts of this table call things.
import { printed } from "../../api/client";
import type { components } from "../../api/schema";
import type { Room } from "../../table/room.svelte";

type Schemas = components["schemas"];
export type View = Schemas["CloakedCatsView"];
export type Player = Schemas["CloakedCatsPlayer"];
export type Note = Player["notes"][number];
export type Dancer = Schemas["CloakedCatsDancer"];
export type Cards = Schemas["CloakedCatsComponents"];
export type Feature = Schemas["CloakedCatsFeature"];
export type Cat = Schemas["CloakedCatsCat"];
export type Ball = Room<View>;

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
export const large = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** Names as people list them. */
export function listed(names: string[]): string {
  return names.length < 2 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

export const square = (player: number, feature: number): string => `square:${player}_${feature}`;
/** Nobody is asked anything: a moment of a replay, to be looked at only. */
export const isReplay = (room: Ball): boolean => room.frame.state === "playing" && room.frame.acting.length === 0;
export const isGuessing = (room: Ball): boolean => room.frame.moves.some((move) => move.touches[0]?.startsWith("square:"));
