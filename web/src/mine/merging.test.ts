import { describe, expect, it } from "vitest";
import { nothing, parse, type Kept, type KeptGame, type PuzzleResult } from "./kept";
import { fitting, isSame, merged } from "./merging";

const game = (code: string, at: number): KeptGame => ({ code, game: "g", seat: 0, role: "cat", seats: 2, level: "tiger", won: 1, at });
const puzzle = (id: string, result: PuzzleResult, at: number) => ({ id, game: "g", grade: 1, result, at });
const with_ = (more: Partial<Kept>): Kept => ({ ...nothing(), ...more });

describe("two devices of one person", () => {
  it("know together what each has kept, once, in the order of time", () => {
    const found = merged(with_({ games: [game("b", 2), game("c", 3)] }), with_({ games: [game("a", 1), game("b", 5)] }));
    expect(found.games.map(({ code, at }) => [code, at])).toEqual([
      ["a", 1],
      ["b", 2],
      ["c", 3],
    ]);
  });
  it("find the same whoever merges, and however often", () => {
    const one = with_({ games: [game("a", 1)], puzzles: [puzzle("p", "missed", 1), puzzle("q", "seen", 4)] });
    const other = with_({ games: [game("b", 1)], puzzles: [puzzle("p", "solved", 9), puzzle("q", "missed", 2)] });
    const found = merged(one, other);
    expect(merged(other, one)).toEqual(found);
    expect(merged(found, one)).toEqual(found);
    expect(isSame(merged(found, other), found)).toBe(true);
    expect(isSame(found, one)).toBe(false);
    expect(found.puzzles.map(({ id, result }) => `${id} ${result}`)).toEqual(["q seen", "p solved"]);
  });
  it("do not bring back what was forgotten on one of them", () => {
    const found = merged(with_({ since: 5 }), with_({ games: [game("old", 4), game("new", 6)] }));
    expect(found.games.map(({ code }) => code)).toEqual(["new"]);
    expect(parse(JSON.stringify(found)).since).toBe(5);
    expect(parse('{"version":1,"since":"x"}').since).toBe(0);
  });
  it("send what fits, the newest", () => {
    const many = with_({ games: Array.from({ length: 400 }, (_, at) => game(`t${at}`, at)) });
    const found = fitting(many, 10_000);
    expect(JSON.stringify(found).length).toBeLessThanOrEqual(10_000);
    expect(found.games.at(-1)?.code).toBe("t399");
    expect(found.games.length).toBeGreaterThan(40);
    expect(fitting(many, 10).games).toEqual([]);
  });
});
