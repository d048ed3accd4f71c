// The same person on two devices: what both have kept, as one.
import { MOST, type Kept, type KeptPuzzle } from "./kept";

/** Which of two results of one puzzle counts: what is final before what can still change, and of that the better one. */
const WORTH: Record<KeptPuzzle["result"], number> = { solved: 4, helped: 3, seen: 2, hinted: 1, missed: 0 };

/** Everything of two lists once, in the order of time; of two entries for the same thing `better` chooses. */
function union<T extends { at: number }>(
  one: readonly T[],
  other: readonly T[],
  key: (entry: T) => string,
  better: (a: T, b: T) => T,
  most: number,
): T[] {
  const found = new Map<string, T>();
  for (const entry of [...one, ...other]) {
    const name = key(entry);
    const known = found.get(name);
    found.set(name, known === undefined ? entry : better(known, entry));
  }
  return [...found.values()].sort((a, b) => a.at - b.at || key(a).localeCompare(key(b))).slice(-most);
}

const earlier = <T extends { at: number }>(a: T, b: T): T => (b.at < a.at ? b : a);
const later = <T extends { at: number }>(a: T, b: T): T => (b.at > a.at ? b : a);
const worthier = (a: KeptPuzzle, b: KeptPuzzle): KeptPuzzle =>
  WORTH[a.result] === WORTH[b.result] ? earlier(a, b) : WORTH[a.result] > WORTH[b.result] ? a : b;

/** What two devices have kept, together: the same whichever of them merges, and however often. What was forgotten on one stays so. */
export function merged(one: Kept, other: Kept): Kept {
  const since = Math.max(one.since, other.since);
  const young = <T extends { at: number }>(list: readonly T[]): T[] => list.filter((entry) => entry.at > since);
  const seat = (entry: { code: string; seat: number }): string => `${entry.code} ${entry.seat}`;
  return {
    version: 1,
    since,
    games: union(young(one.games), young(other.games), seat, earlier, MOST.games),
    analyses: union(young(one.analyses), young(other.analyses), seat, later, MOST.analyses),
    puzzles: union(young(one.puzzles), young(other.puzzles), (entry) => entry.id, worthier, MOST.puzzles),
    days: union(young(one.days), young(other.days), (entry) => `${entry.day} ${entry.game}`, earlier, MOST.days),
  };
}

/** As much of it as fits into so many letters of JSON: the oldest entries go, of all lists alike. */
export function fitting(kept: Kept, most: number): Kept {
  let found = kept;
  while (JSON.stringify(found).length > most) {
    const shorter = <T>(list: readonly T[]): T[] => list.slice(Math.ceil(list.length / 8));
    const next = {
      ...found,
      games: shorter(found.games),
      analyses: shorter(found.analyses),
      puzzles: shorter(found.puzzles),
      days: shorter(found.days),
    };
    if (next.games.length + next.analyses.length + next.puzzles.length + next.days.length === 0) return next;
    found = next;
  }
  return found;
}

/** Whether two hold the same. */
export const isSame = (one: Kept, other: Kept): boolean => JSON.stringify(merged(one, one)) === JSON.stringify(merged(other, other));
