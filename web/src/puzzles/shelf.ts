// Which puzzle comes next, how hard it shall be, and how far one has come.
import type { Shelf } from "../api/client";
import type { PuzzleResult } from "../mine/kept";
import { preferences } from "../style/preferences.svelte";

/** How a puzzle is remembered on this device. */
export const idOf = (game: string, name: string): string => `${game} ${name}`;

export const GRADES = [1, 2, 3, 4, 5];
/** How hard a grade is; 0 is any. */
export const GRADE_WORDS = ["any", "very easy", "easy", "middling", "hard", "very hard"];

/** The grade that an address asks for, or else the one that was chosen here before; 0 for any. */
export const gradeIn = (query: URLSearchParams): number =>
  GRADES.find((grade) => `${grade}` === (query.get("grade") ?? `${preferences.grade}`)) ?? 0;

/** An address that says the grade. */
export const graded = (address: string, grade: number): string =>
  grade ? `${address}${address.includes("?") ? "&" : "?"}grade=${grade}` : address;

type ResultOf = (name: string) => PuzzleResult | null;
const isOpen = (name: string, resultOf: ResultOf) => !["solved", "helped", "seen"].includes(resultOf(name) ?? "");

/** The next puzzle after this one, of a grade or any, that is neither solved nor seen; from the beginning again after the last. */
export function nextOf(shelf: Shelf, after: string, resultOf: ResultOf, grade = 0): string | null {
  const at = shelf.puzzles.findIndex((one) => one.name === after);
  const order = [...shelf.puzzles.slice(at + 1), ...shelf.puzzles.slice(0, Math.max(at, 0))];
  return order.find((one) => one.name !== after && (grade === 0 || one.grade === grade) && isOpen(one.name, resultOf))?.name ?? null;
}

/** Where it goes on when a grade has nothing left: a harder one, else the easiest with something to solve; 0 where all is done. */
export function gradeAfter(shelf: Shelf, grade: number, resultOf: ResultOf): number {
  const order = [...GRADES.filter((one) => one > grade), ...GRADES.filter((one) => one < grade)];
  return order.find((one) => nextOf(shelf, "", resultOf, one) !== null) ?? 0;
}

/** What is said of a grade that has nothing left. */
export function doneWith(shelf: Shelf, grade: number, resultOf: ResultOf): string {
  const { solved = 0, of = 0 } = progressOf(shelf, resultOf).grades[grade - 1] ?? {};
  if (of === 0) return `There is no puzzle of difficulty ${grade} yet.`;
  if (solved === of) return of === 1 ? `The one of difficulty ${grade} is solved.` : `All ${of} of difficulty ${grade} are solved.`;
  return `Nothing is left of difficulty ${grade}: ${solved} of ${of} are solved, the rest was shown.`;
}

export interface Progress {
  solved: number;
  /** So many of them with a hint. */
  helped: number;
  of: number;
  /** Solved and all, by grade 1 to 5. */
  grades: { grade: number; solved: number; of: number }[];
}

export function progressOf(shelf: Shelf, resultOf: ResultOf): Progress {
  const isHelped = (name: string) => resultOf(name) === "helped";
  const isSolved = (name: string) => resultOf(name) === "solved" || isHelped(name);
  const grades = GRADES.map((grade) => {
    const all = shelf.puzzles.filter((one) => one.grade === grade);
    return { grade, solved: all.filter((one) => isSolved(one.name)).length, of: all.length };
  });
  const count = (has: (name: string) => boolean) => shelf.puzzles.filter((one) => has(one.name)).length;
  return { solved: count(isSolved), helped: count(isHelped), of: shelf.puzzles.length, grades };
}
