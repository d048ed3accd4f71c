import { describe, expect, it } from "vitest";
import type { Verdict } from "../api/client";
import { costly, decisionsOf, decisive, merged, nearest, nextMistake, signed, stairsOf, summary, tagOf } from "./reading";

const verdict = (move: number, seat: number, label: Verdict["label"], points: number): Verdict => ({
  move,
  seat,
  action: 0,
  text: "",
  chance: 0.5,
  best: 0,
  best_text: "",
  best_chance: 0.5,
  loss: points / 100,
  points,
  label,
  reason: "",
  chances: [],
  doubt: 0,
  kind: label === "blunder" ? "bet" : "run_away",
  touches: [],
  best_touches: [],
});
const GAME = [
  verdict(0, 0, "best", 0),
  verdict(2, 0, "mistake", 11),
  verdict(3, 1, "blunder", 30),
  verdict(6, 0, "doubtful", 6),
  verdict(9, 0, "good", 3),
];

describe("an analysis as a page reads it", () => {
  it("knows whose decisions they are and which have a sign", () => {
    expect(decisionsOf(GAME, 0).map((one) => one.move)).toEqual([0, 2, 6, 9]);
    expect(costly(GAME).map((one) => one.move)).toEqual([2, 3, 6]);
    expect(decisive(GAME)?.move).toBe(3);
    expect(decisive([GAME[0]!])).toBeNull();
  });

  it("walks from mistake to mistake, and round again", () => {
    const mine = decisionsOf(GAME, 0);
    expect(nextMistake(mine, 0)?.move).toBe(2);
    expect(nextMistake(mine, 2)?.move).toBe(6);
    expect(nextMistake(mine, 8)?.move).toBe(2);
    expect(nextMistake([GAME[0]!], 0)).toBeNull();
  });

  it("snaps to the nearest decision", () => {
    expect(nearest(decisionsOf(GAME, 0), 5)?.move).toBe(6);
    expect(nearest([], 5)).toBeNull();
  });

  it("writes losses with a real minus, and leaves nothing away", () => {
    expect(tagOf(GAME[1]!)).toBe("mistake \u221211");
    expect(tagOf(GAME[0]!)).toBe("best");
    expect([signed(-105), signed(20), signed(0)]).toEqual(["\u221210.5", "+2", "+0"]);
  });

  it("builds stairs that add up to the end", () => {
    const split = { side: 0, begin: 320, own: -380, given: 270, chance: -210, end: 0 };
    const stairs = stairsOf(split, "your decisions", "what the mice gave");
    expect(stairs.map((one) => one.to)).toEqual([320, -60, 210, 0]);
    expect(stairs.slice(1).every((one, at) => one.from === stairs[at]!.to)).toBe(true);
    expect(stairsOf({ ...split, given: 0, chance: 60 }, "yours", "").at(-1)?.to).toBe(0);
  });

  it("sums a seat's decisions up for its own statistics", () => {
    const found = summary("g", decisionsOf(GAME, 0));
    expect(found.loss).toBeCloseTo(20 / 4);
    expect(found.labels).toEqual(["best", "mistake", "doubtful", "good"]);
    expect(found.kinds).toEqual({ "run away": 20 });
    expect(summary("g", []).loss).toBe(0);
  });

  it("takes in what is new without forgetting what is known", () => {
    expect(merged(GAME.slice(0, 3), GAME.slice(2)).map((one) => one.move)).toEqual([0, 2, 3, 6, 9]);
    expect(merged(GAME, [])).toHaveLength(5);
  });
});
