// The local table as the page knows it: functions that run in the words' worker, in which MicroPython runs the server's own table and gate.
import type { Listed } from "../api/client";
import type { Happened } from "./store";

/** Something that may happen next, before it is written down; or that had happened already, under the same id. */
export type Drafted = { event: Happened } | { repeated: number };

/** A seat that the table waits for. A bot gets the view of its seat, and nothing else. */
export interface Asked {
  seat: number;
  /** The bot's level; null where a person sits. */
  bot: string | null;
  view: string;
  /** How many moves were made before this one. */
  moves: number;
}

/** How a table stands, for lists. */
export interface Standing {
  listed: Listed;
  version: number;
  /** Its record, once it is over. */
  record: string | null;
  /** Seconds a bot takes for every decision; null: as usual. */
  pace: number | null;
}

/** What a table needs of its words: tests play this part too. */
export interface Words {
  /** Lay a table out as its events say. */
  rebuild(row: Record<string, unknown>, events: Happened[]): Promise<Standing>;
  /** What somebody's message would do: a move, an undo, an end. */
  draft(code: string, message: Record<string, unknown>, at: number): Promise<Drafted>;
  /** What a bot's move would do. */
  draftBot(code: string, seat: number, action: number, hasFailed: boolean, at: number): Promise<Drafted>;
  /** Let happen what was drafted last. */
  commit(code: string): Promise<Standing>;
  asked(code: string): Promise<Asked[]>;
  /** A whole frame, as a socket would bring it; null: with the eyes of the first seat one holds. */
  frame(code: string, seat: number | null): Promise<string>;
}

/** What a table needs of its bots. */
export interface Bots {
  think(asked: { game: string; level: string; view: string; seat: number; seed: string }): Promise<number>;
  /** Some legal move, for a bot that has failed. */
  stumble(asked: { game: string; view: string; seat: number; seed: string }): Promise<number>;
}
