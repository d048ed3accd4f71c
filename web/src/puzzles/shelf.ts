// Which puzzle comes next, and how far one has come.
import type { Shelf } from "../api/client";
import type { PuzzleResult } from "../mine/kept";

/** How a puzzle is remembered on this device. */
export const idOf = (game: string, name: string): string => `${game} ${name}`;

/** The next puzzle after this one that is neither solved nor seen; from the beginning again after the last. */
export function nextOf(shelf: Shelf, after: string, resultOf: (name: string) => PuzzleResult | null): string | null {
  const at = shelf.puzzles.findIndex((one) => one.name === after);
  const order = [...shelf.puzzles.slice(at + 1), ...shelf.puzzles.slice(0, Math.max(at, 0))];
  const open = (name: string) => !["solved", "helped", "seen"].includes(resultOf(name) ?? "");
  return order.find((one) => one.name !== after && open(one.name))?.name ?? null;
}

export interface Progress {
  solved: number;
  /** So many of them with a hint. */
  helped: number;
  of: number;
  /** Solved and all, by grade 1 to 5. */
  grades: { grade: number; solved: number; of: number }[];
}

export function progressOf(shelf: Shelf, resultOf: (name: string) => PuzzleResult | null): Progress {
  const isHelped = (name: string) => resultOf(name) === "helped";
  const isSolved = (name: string) => resultOf(name) === "solved" || isHelped(name);
  const grades = [1, 2, 3, 4, 5].map((grade) => {
    const all = shelf.puzzles.filter((one) => one.grade === grade);
    return { grade, solved: all.filter((one) => isSolved(one.name)).length, of: all.length };
  });
  const count = (has: (name: string) => boolean) => shelf.puzzles.filter((one) => has(one.name)).length;
  return { solved: count(isSolved), helped: count(isHelped), of: shelf.puzzles.length, grades };
}
