// Checking a game's deal in the browser: the server binds itself first, then this browser contributes, then the cards are dealt.
// What was seen on the way is noted here, and at the end everything that is opened must agree with the notes.
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { Frame } from "../api/client";

export type Dealing = Frame["dealing"];

/** What this browser has seen and sent. Nothing of it is secret. */
export interface Note {
  /** The server's promise, as it was first seen: before this browser contributed anything. */
  promise?: string;
  /** The server's commitment, as it was first seen. */
  commitment?: string;
  /** This browser's own part of the deal. */
  contribution?: string;
  /** Whether the server has taken it. */
  isSent?: boolean;
}

export const digest = (...parts: string[]): string => bytesToHex(sha256(utf8ToBytes(["mousehole", ...parts].join("\n"))));

export interface Checked {
  /** Share and salt are those the server promised when the table opened. */
  promise: boolean;
  /** The seed is made of the server's share and what people have added. */
  seed: boolean;
  /** Seed and salt are those the server bound itself to when the game began. */
  commitment: boolean;
  /** This browser noted the same promise and commitment while it was there; null where it was not. */
  remembered: boolean | null;
  /** What this browser has added is among the contributions; null where it added nothing. */
  own: boolean | null;
}

/** Check what was opened; null while the game goes on. */
export function check(dealing: Dealing, seen: Note): Checked | null {
  const { share, salt, seed } = dealing;
  if (share === null || salt === null || seed === null) return null;
  const noted = [
    ...(seen.promise === undefined ? [] : [seen.promise === dealing.promise]),
    ...(seen.commitment === undefined ? [] : [seen.commitment === dealing.commitment]),
  ];
  return {
    promise: digest("share", share, salt) === dealing.promise,
    seed: seedOf(share, dealing.contributions) === seed,
    commitment: digest("seed", seed, salt) === dealing.commitment,
    remembered: noted.length === 0 ? null : noted.every((same) => same),
    own: isIn(dealing, seen),
  };
}

/** Whether a seed is the one that follows from a day's date, for everybody. */
export const isOfDay = (game: string, day: string, seed: string): boolean =>
  BigInt(`0x${digest("the deal of the day", game, day).slice(0, 32)}`).toString() === seed;

/** Whether this browser's contribution is where it belongs; null where it has sent none. */
export function isIn(dealing: Dealing, seen: Note): boolean | null {
  return seen.isSent && seen.contribution !== undefined ? dealing.contributions.includes(seen.contribution) : null;
}

export const isFair = (found: Checked): boolean =>
  found.promise && found.seed && found.commitment && found.remembered !== false && found.own !== false;

export function seedOf(share: string, contributions: readonly string[]): string {
  return BigInt(`0x${digest("deal", share, ...contributions).slice(0, 32)}`).toString();
}

/** Notes of tables where the browser keeps nothing: at least as long as the page is open. */
const unkept = new Map<string, Note>();

export function noted(table: string): Note {
  try {
    const text = localStorage.getItem(`deal ${table}`);
    if (text === null) return unkept.get(table) ?? {};
    if (text.startsWith("{")) return JSON.parse(text) as Note;
    const [promise = "", commitment = ""] = text.split(" "); // as pages wrote it before
    return { promise, ...(commitment ? { commitment } : {}) };
  } catch {
    return unkept.get(table) ?? {};
  }
}

function keep(table: string, note: Note): void {
  unkept.set(table, note);
  try {
    localStorage.setItem(`deal ${table}`, JSON.stringify(note));
  } catch {
    // storage is switched off or full: the notes last as long as this page
  }
}

/** Note what binds the server, as it is first seen. */
export function remember(table: string, dealing: { promise: string; commitment?: string | null }): void {
  const note = noted(table);
  const promise = note.promise ?? dealing.promise;
  const commitment = note.commitment ?? dealing.commitment ?? undefined;
  if (promise === note.promise && commitment === note.commitment) return;
  keep(table, { ...note, promise, ...(commitment === undefined ? {} : { commitment }) });
}

/** This browser's part of a deal: drawn only when the server's promise is noted, and the same at every call. */
export function contributionTo(table: string): string {
  const note = noted(table);
  if (note.promise === undefined) throw new Error("the promise comes first");
  if (note.contribution !== undefined) return note.contribution;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const contribution = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  keep(table, { ...note, contribution });
  return contribution;
}

/** The server has taken this browser's contribution, or given it back to somebody who got up before the game. */
export function settled(table: string, isSent: boolean): void {
  keep(table, { ...noted(table), isSent });
}
