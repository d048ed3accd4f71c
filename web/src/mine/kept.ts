// What is kept of one's own games on this device, in one versioned text; whatever does not read is left out, never an error.

/** A finished game of mine. */
export interface KeptGame {
  code: string;
  game: string;
  seat: number;
  /** What the seat is called: "cat", "Pip". */
  role: string;
  seats: number;
  /** Against whom: the level of the strongest bot, or "people". */
  level: string;
  /** 1 for a win, 0 for a defeat, a part for a shared win or a draw. */
  won: number;
  /** Milliseconds since 1970. */
  at: number;
}

/** What an analysis said of my decisions in one game. */
export interface KeptAnalysis {
  code: string;
  game: string;
  seat: number;
  decisions: number;
  /** Points of winning chance lost a decision, on average. */
  loss: number;
  /** One letter a decision, in order: the first of best, good, doubtful, mistake; x for a blunder. */
  labels: string;
  /** Points lost by kind of decision, in the game's words ("where to run"). */
  kinds: Record<string, number>;
  at: number;
}

/** Solved, solved with a hint, missed, a hint taken and not solved yet, looked up. */
export type PuzzleResult = "solved" | "helped" | "missed" | "hinted" | "seen";

/** A puzzle I have tried: the first answer counts. */
export interface KeptPuzzle {
  id: string;
  game: string;
  grade: number;
  result: PuzzleResult;
  at: number;
}

/** A deal of the day that I have played. */
export interface KeptDay {
  /** YYYY-MM-DD. */
  day: string;
  game: string;
  code: string;
  seat: number;
  role: string;
  won: number;
  /** How it ended, in a few words without any secret. */
  ending: string;
  at: number;
}

export interface Kept {
  version: 1;
  /** What is older than this was forgotten, on whichever device; 0 where nothing was. */
  since: number;
  games: KeptGame[];
  analyses: KeptAnalysis[];
  puzzles: KeptPuzzle[];
  days: KeptDay[];
}

/** So many of each are kept, the newest: together well under what a browser keeps for a page. */
export const MOST = { games: 1500, analyses: 600, puzzles: 3000, days: 2500 } as const;

export const nothing = (): Kept => ({ version: 1, since: 0, games: [], analyses: [], puzzles: [], days: [] });

type Shape = Record<string, "string" | "number" | "object">;
const SHAPES: Record<keyof typeof MOST, Shape> = {
  games: { code: "string", game: "string", seat: "number", role: "string", seats: "number", level: "string", won: "number", at: "number" },
  analyses: {
    code: "string",
    game: "string",
    seat: "number",
    decisions: "number",
    loss: "number",
    labels: "string",
    kinds: "object",
    at: "number",
  },
  puzzles: { id: "string", game: "string", grade: "number", result: "string", at: "number" },
  days: { day: "string", game: "string", code: "string", seat: "number", role: "string", won: "number", ending: "string", at: "number" },
};

function fits(one: unknown, shape: Shape): boolean {
  if (typeof one !== "object" || one === null) return false;
  const found = one as Record<string, unknown>;
  return Object.entries(shape).every(([name, kind]) => typeof found[name] === kind && found[name] !== null && !Number.isNaN(found[name]));
}

function rows<T>(found: Record<string, unknown>, name: keyof typeof MOST): T[] {
  const list = found[name];
  return Array.isArray(list) ? (list.filter((one) => fits(one, SHAPES[name])) as T[]).slice(-MOST[name]) : [];
}

/** Read what was kept; a text that is damaged, or of another version, gives what can be read of it. */
export function parse(text: string | null): Kept {
  try {
    const found = JSON.parse(text ?? "{}") as Record<string, unknown> | null;
    if (typeof found !== "object" || found === null || (found["version"] ?? 1) !== 1) return nothing();
    return {
      version: 1,
      since: typeof found["since"] === "number" ? found["since"] : 0,
      games: rows(found, "games"),
      analyses: rows(found, "analyses"),
      puzzles: rows(found, "puzzles"),
      days: rows(found, "days"),
    };
  } catch {
    return nothing();
  }
}

/** Put one entry in the place of the one it renews, or at the end; the oldest go where there are too many. */
export function put<T>(list: readonly T[], one: T, most: number, isSame: (other: T) => boolean): T[] {
  return [...list.filter((other) => !isSame(other)), one].slice(-most);
}

const LETTERS: Record<string, string> = { best: "b", good: "g", doubtful: "d", mistake: "m", blunder: "x" };

/** Write labels short, one letter each. */
export const lettersOf = (labels: readonly string[]): string => labels.map((label) => LETTERS[label] ?? "b").join("");
