// Figures of one's own games, from what is kept on this device.
import type { KeptAnalysis, KeptGame, KeptPuzzle, PuzzleResult } from "./kept";

export interface Tally {
  key: string;
  games: number;
  /** Wins, shared ones in part. */
  won: number;
}

/** Games and wins for each value of something: game, role, level. */
export function tally(games: readonly KeptGame[], of: (game: KeptGame) => string): Tally[] {
  const found = new Map<string, Tally>();
  for (const game of games) {
    const key = of(game);
    const row = found.get(key) ?? { key, games: 0, won: 0 };
    found.set(key, { key, games: row.games + 1, won: row.won + game.won });
  }
  return [...found.values()].sort((one, other) => other.games - one.games || one.key.localeCompare(other.key));
}

export interface Week {
  /** The Monday it begins with, YYYY-MM-DD. */
  from: string;
  games: number;
  /** Points of winning chance lost a decision, on average over all decisions. */
  loss: number;
}

const DAY = 86_400_000;

/** The average loss a decision, week by week, oldest first. */
export function lossByWeek(analyses: readonly KeptAnalysis[]): Week[] {
  const found = new Map<string, { games: number; decisions: number; lost: number }>();
  for (const one of analyses) {
    const date = new Date(one.at);
    const from = new Date(one.at - ((date.getUTCDay() + 6) % 7) * DAY).toISOString().slice(0, 10);
    const row = found.get(from) ?? { games: 0, decisions: 0, lost: 0 };
    found.set(from, { games: row.games + 1, decisions: row.decisions + one.decisions, lost: row.lost + one.loss * one.decisions });
  }
  return [...found]
    .map(([from, { games, decisions, lost }]) => ({ from, games, loss: decisions > 0 ? lost / decisions : 0 }))
    .sort((one, other) => one.from.localeCompare(other.from));
}

/** Where most is lost: kinds of decisions with the points they cost a game, the dearest first. */
export function favourites(analyses: readonly KeptAnalysis[], most = 5): { game: string; kind: string; points: number; games: number }[] {
  const games = new Map<string, number>();
  const found = new Map<string, { game: string; kind: string; points: number }>();
  for (const one of analyses) {
    games.set(one.game, (games.get(one.game) ?? 0) + 1);
    for (const [kind, points] of Object.entries(one.kinds)) {
      if (typeof points !== "number" || points <= 0) continue;
      const key = `${one.game} ${kind}`;
      found.set(key, { game: one.game, kind, points: (found.get(key)?.points ?? 0) + points });
    }
  }
  return [...found.values()]
    .map((row) => ({ ...row, games: games.get(row.game) ?? 1, points: row.points / (games.get(row.game) ?? 1) }))
    .sort((one, other) => other.points - one.points)
    .slice(0, most);
}

/** Puzzles solved at the first answer or later, how many of them with a hint, not solved yet, and seen. */
export function puzzleCounts(puzzles: readonly KeptPuzzle[]): { solved: number; helped: number; missed: number; seen: number } {
  const count = (...results: PuzzleResult[]) => puzzles.filter((one) => results.includes(one.result)).length;
  return { solved: count("solved", "helped"), helped: count("helped"), missed: count("missed", "hinted"), seen: count("seen") };
}
