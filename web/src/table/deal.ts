// Checking a finished game's deal in the browser: what the server opens must be what it had bound itself to.
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { Frame } from "../api/client";

export type Dealing = Frame["dealing"];

const digest = (...parts: string[]): string => bytesToHex(sha256(utf8ToBytes(["mousehole", ...parts].join("\n"))));

export interface Checked {
  /** Share and salt are those the server promised when the table opened. */
  promise: boolean;
  /** The seed is made of the server's share and what people have added. */
  seed: boolean;
  /** Seed and salt are those the server bound itself to when the game began. */
  commitment: boolean;
  /** This browser saw the same promise and commitment while the game was played; null where it was not there. */
  remembered: boolean | null;
}

/** Check what was opened; null while the game goes on. */
export function check(dealing: Dealing, seen: string | null): Checked | null {
  const { share, salt, seed } = dealing;
  if (share === null || salt === null || seed === null) return null;
  return {
    promise: digest("share", share, salt) === dealing.promise,
    seed: seedOf(share, dealing.contributions) === seed,
    commitment: digest("seed", seed, salt) === dealing.commitment,
    remembered: seen === null ? null : seen === bond(dealing),
  };
}

export function seedOf(share: string, contributions: readonly string[]): string {
  return BigInt(`0x${digest("deal", share, ...contributions).slice(0, 32)}`).toString();
}

const bond = (dealing: Dealing): string => `${dealing.promise} ${dealing.commitment ?? ""}`;

/** Keep what the server has bound itself to, as it was first seen. Nothing of it is secret. */
export function remember(table: string, dealing: Dealing): void {
  try {
    const key = `deal ${table}`;
    if (dealing.commitment && localStorage.getItem(key) === null) localStorage.setItem(key, bond(dealing));
  } catch {
    // storage is switched off: the deal is still checked against what the frame says
  }
}

export function remembered(table: string): string | null {
  try {
    return localStorage.getItem(`deal ${table}`);
  } catch {
    return null;
  }
}
