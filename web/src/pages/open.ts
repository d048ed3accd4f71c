// The open tables in words: by game, since when somebody waits, and what was agreed there.
import type { GameFacts, OpenTable } from "../api/client";
import { timeText } from "../table/clock";

export interface Group {
  game: string;
  title: string;
  tables: OpenTable[];
}

/** Tables by their game, in the order in which the first of each has begun to wait. */
export function byGame(tables: readonly OpenTable[]): Group[] {
  const groups = new Map<string, Group>();
  for (const table of tables) {
    const group = groups.get(table.game) ?? { game: table.game, title: table.title, tables: [] };
    group.tables.push(table);
    groups.set(table.game, group);
  }
  return [...groups.values()];
}

/** How long somebody waits, said roughly: a clock of the server that is ahead makes it "just come". */
export function waitText(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  return minutes < 1 ? "just come" : minutes < 60 ? `waits for ${minutes} min` : "waits for long";
}

/** What was agreed at a table that one wants to know before sitting down. */
export function agreements(table: OpenTable): string[] {
  return [
    ...(table.counts ? ["counts for ratings"] : []),
    ...(table.move_seconds ? [`${timeText(1000 * table.move_seconds)} a move`] : []),
    ...(table.game_seconds ? [`${timeText(1000 * table.game_seconds)} each`] : []),
    ...(table.hints ? ["hints are on"] : []),
  ];
}

/** Whether a game is for more than one, so that somebody can be met there. */
export const isForMore = (game: GameFacts): boolean => game.max_seats > 1;
