// The notebook's logic: a page a player, a mark a feature. Pencil marks are the reader's own; ink is what is certain.
import type { Frame } from "../../api/client";
import type { Note, View } from "./view";

export type Mark = "no" | "yes" | "maybe";
/** What is in a square: a fact that lies open on the table, a mark, or nothing. */
export interface Square {
  mark: Mark | null;
  by: "fact" | "ink" | "pencil" | null;
}

/** One sign a feature: x v ? in pencil, X V in ink, a dot where nothing is noted. A page is such a text. */
export type Page = string;
export type Pages = Record<number, Page>;

const SIGNS: Record<string, Square> = {
  ".": { mark: null, by: null },
  x: { mark: "no", by: "pencil" },
  v: { mark: "yes", by: "pencil" },
  "?": { mark: "maybe", by: "pencil" },
  X: { mark: "no", by: "ink" },
  V: { mark: "yes", by: "ink" },
};
/** A touch goes from nothing to crossed out, ticked, perhaps, and back to nothing; ink is rubbed out at once. */
const NEXT: Record<string, string> = { ".": "x", x: "v", v: "?", "?": ".", X: ".", V: "." };

const EMPTY: Square = { mark: null, by: null };
const set = (page: Page, feature: number, sign: string): Page => page.slice(0, feature) + sign + page.slice(feature + 1);
const blank = (features: number): Page => ".".repeat(features);

/** What lies open on the table about a player, as marks. */
export function facts(view: View, player: number): (Mark | null)[] {
  return view.players[player]?.facts.map((fact) => (fact === "open" ? null : fact)) ?? [];
}

/** What a square shows: the table's facts first, then the reader's marks. */
export function read(pages: Pages, known: (Mark | null)[], player: number, feature: number): Square {
  const fact = known[feature];
  if (fact) return { mark: fact, by: "fact" };
  return SIGNS[pages[player]?.[feature] ?? "."] ?? EMPTY;
}

/** Touch a square with the pencil. */
export function scribble(pages: Pages, features: number, player: number, feature: number): Pages {
  const page = pages[player] ?? blank(features);
  return { ...pages, [player]: set(page, feature, NEXT[page[feature] ?? "."] ?? ".") };
}

/** Write what is certain in ink, over whatever the pencil said; what is open keeps its pencil marks. */
export function fill(pages: Pages, notes: Record<number, Note[]>): Pages {
  const filled: Pages = { ...pages };
  for (const [player, certain] of Object.entries(notes)) {
    const page = pages[Number(player)] ?? blank(certain.length);
    filled[Number(player)] = certain.map((note, i) => (note === "yes" ? "V" : note === "no" ? "X" : (page[i] ?? "."))).join("");
  }
  return filled;
}

/** How many squares filling in would change, beside those that show a fact anyway. */
export function unfilled(pages: Pages, notes: Record<number, Note[]>, known: Record<number, (Mark | null)[]> = {}): number {
  const after = fill(pages, notes);
  return Object.keys(notes).reduce((count, key) => {
    const player = Number(key);
    const before = pages[player] ?? blank(notes[player]?.length ?? 0);
    return count + [...(after[player] ?? "")].filter((sign, i) => sign !== before[i] && !known[player]?.[i]).length;
  }, 0);
}

export const isEmpty = (pages: Pages): boolean => Object.values(pages).every((page) => /^\.*$/.test(page));

/** Read what was kept; anything else than pages of the right signs counts as nothing. */
export function parse(text: string | null, features: number): Pages {
  try {
    const kept: unknown = JSON.parse(text ?? "");
    if (typeof kept !== "object" || kept === null) return {};
    return Object.fromEntries(
      Object.entries(kept).filter(
        ([player, page]) =>
          /^\d$/.test(player) && typeof page === "string" && page.length === features && [...page].every((sign) => sign in SIGNS),
      ),
    ) as Pages;
  } catch {
    return {};
  }
}

/** What of a frame says whether its notebook may be kept. */
type Place = Pick<Frame, "table" | "seat" | "state" | "created" | "acting"> & { seats: { device: boolean }[]; me: { seats: number[] } };

/** Where marks may be kept over a reload: only in a game that goes on, on a device that is one person's alone. */
export function placeOf(frame: Place): string | null {
  if (frame.seat === null || frame.state !== "playing" || frame.acting.length === 0) return null; // to be looked at only
  if (frame.created === 0) return null; // a lesson
  if (frame.me.seats.length !== 1 || frame.seats.some((seat) => seat.device)) return null;
  return `notebook:${frame.table}:${frame.seat}`;
}
