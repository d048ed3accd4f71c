import { describe, expect, it } from "vitest";
import { favourites, lossByWeek, puzzleCounts, tally } from "./figures";
import type { PuzzleResult } from "./kept";

const game = (role: string, won: number) => ({ code: "", game: "g", seat: 0, role, seats: 2, level: "tiger", won, at: 0 });
const analysis = (at: string, decisions: number, loss: number, kinds: Record<string, number>) => ({
  code: at,
  game: "g",
  seat: 0,
  decisions,
  loss,
  labels: "",
  kinds,
  at: Date.parse(`${at}T12:00:00Z`),
});

describe("figures of one's own", () => {
  it("count games and wins by what one asks for", () => {
    expect(tally([game("cat", 1), game("mouse", 0), game("cat", 0.5)], (one) => one.role)).toEqual([
      { key: "cat", games: 2, won: 1.5 },
      { key: "mouse", games: 1, won: 0 },
    ]);
  });
  it("weigh the loss of a week by its decisions", () => {
    const weeks = lossByWeek([analysis("2026-11-16", 10, 2, {}), analysis("2026-11-22", 30, 6, {}), analysis("2026-11-09", 4, 1, {})]);
    expect(weeks).toEqual([
      { from: "2026-11-09", games: 1, loss: 1 },
      { from: "2026-11-16", games: 2, loss: 5 },
    ]);
  });
  it("name the dearest kinds of decisions, by points a game", () => {
    const found = favourites([analysis("2026-11-16", 1, 1, { run: 10, listen: 4 }), analysis("2026-11-17", 1, 1, { listen: 10, stay: 0 })]);
    expect(found.map(({ kind, points }) => [kind, points])).toEqual([
      ["listen", 7],
      ["run", 5],
    ]);
  });
  it("count puzzles by how they went", () => {
    const one = (result: PuzzleResult) => ({ id: result, game: "g", grade: 1, result, at: 0 });
    const found = puzzleCounts([one("solved"), one("seen"), one("helped"), one("hinted")]);
    expect(found).toEqual({ solved: 2, helped: 1, missed: 1, seen: 1 });
  });
});
