// What a table on this device is made of beside its shelf: the words, in which it lies, and the bots. Both run in workers; tests play them.
import type { Happened } from "./store";

/** Something that may happen next, before it is written down; or that had happened already, under the same id. */
export type Drafted = { repeated: false; event: Happened } | { repeated: true; version: number };

/** How a table stands. */
export interface Stand {
  version: number;
  state: "lobby" | "playing" | "ending" | "over" | "closed";
  title: string;
  /** The seats that the table waits for, and those of them that bots hold. */
  acting: number[];
  bots: number[];
  /** Seats of people with nothing to choose: the table moves for them. */
  forced: number[];
  seats: { role: string; name: string; bot: string | null; mine: boolean }[];
}

/** What a bot is asked with: what its seat sees, last, and has seen before where it remembers; and nothing else. */
export interface Asked {
  game: string;
  seat: number;
  level: string;
  views: string[];
  /** How many moves were made before this one. */
  moves: number;
  /** The chance it plays with, where a day's deal fixes it. */
  seed: string | null;
}

/** A wish of whoever holds this device, or of a bot. */
export interface Wish {
  what: "move" | "undo" | "end" | "bot" | "forced" | "rematch" | "rematched";
  [said: string]: unknown;
}

export interface Words {
  /** Lay a table out as its events say. */
  restore(row: Record<string, unknown>, events: Happened[]): Promise<Stand>;
  /** What a wish would do. */
  draft(code: string, wish: Wish, at: number): Promise<Drafted>;
  /** Carry out an event that is written down. */
  apply(code: string, event: Happened): Promise<Stand>;
  /** Let people make moves that leave no choice themselves, or the table. */
  byHand(code: string, on: boolean): Promise<Stand>;
  asked(code: string, seat: number): Promise<Asked>;
  /** A whole frame, as a socket would bring it; null: with the eyes of the first seat one holds. */
  frame(code: string, seat: number | null): Promise<string>;
  record(code: string): Promise<string>;
}

export interface Bots {
  think(asked: Omit<Asked, "seed"> & { seed: string }): Promise<number>;
}
