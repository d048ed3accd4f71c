// A game's list of ratings: a table for each role, and where each number stands on the list's own scale.
import type { GameRating } from "../api/client";
import { capital, words } from "../frame/text";

export interface Role {
  role: string;
  lines: GameRating[];
}

/** The list by role, each role in the order in which it came: the strongest first. */
export function byRole(lines: readonly GameRating[]): Role[] {
  const found = new Map<string, GameRating[]>();
  for (const line of lines) found.set(line.role, [...(found.get(line.role) ?? []), line]);
  return [...found].map(([role, some]) => ({ role, lines: some }));
}

/** Who it is: a person by name, a bot by its level. */
export const nameOf = (line: GameRating): string => (line.bot === null ? line.name : `${capital(words(line.bot))} bot`);

/** The ends of a scale that every number of a game fits on with its margin, in whole hundreds. */
export function scaleOf(lines: readonly GameRating[]): [number, number] {
  const ends = lines.flatMap(({ number, margin }) => (number === null || margin === null ? [] : [number - margin, number + margin]));
  return ends.length === 0 ? [1400, 1600] : [100 * Math.floor(Math.min(...ends) / 100), 100 * Math.ceil(Math.max(...ends) / 100)];
}

/** Where a number stands on a scale, in percent of its width. */
export const placeOf = (number: number, [low, high]: [number, number]): number => (100 * (number - low)) / (high - low);
