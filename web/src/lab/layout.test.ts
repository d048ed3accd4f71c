import { describe, expect, it } from "vitest";
import type { Spread } from "./figures";
import { columns, lean, pointsDomain, shareTop, slice, steps, tallest, usualWidth, wrapped } from "./layout";

const estimate = (value: number, low: number, high: number) => ({ value, low, high, games: 100 });
const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0);
const bin = (low: number, high: number, by_winner: number[]) => ({
  low,
  high,
  share: estimate(sum(by_winner) / 100, sum(by_winner) / 200, sum(by_winner) / 50),
  count: sum(by_winner),
  by_winner,
  games: [],
});
const spread: Spread = {
  unit: "rounds",
  bins: [bin(1, 2, [10, 0]), bin(2, 3, [20, 10]), bin(3, 5, [30, 30])],
  mean: estimate(3, 2, 4),
  middle: estimate(3, 2, 3),
};

describe("a dial", () => {
  it("stands upright where a share is fair, whatever fair is", () => {
    for (const fair of [0.5, 0.25, 1 / 3]) expect(lean(fair, fair)).toBe(0);
  });
  it("leans to its ends at nothing and everything", () => {
    expect(lean(0, 0.25)).toBeCloseTo(-lean(1, 0.25));
    expect(lean(0.9, 0.5)).toBeGreaterThan(lean(0.6, 0.5));
  });
  it("draws an interval even where it has no width", () => {
    expect(slice(0, 0, 80, 58, 112, 112)).not.toContain("NaN");
  });
});

describe("a histogram", () => {
  const place = { x: 0, y: 0, width: 100, height: 100 };
  const x = (value: number) => value * 10;
  it("has columns whose height is the share of games, a wide bin's spread over its width", () => {
    const found = columns(spread, x, 0.3, place, usualWidth(spread));
    expect(found.map((one) => Math.round(one.height))).toEqual([33, 100, 100]);
    expect(found[2]?.width).toBe(20);
  });
  it("stacks a column by who won", () => {
    const [, second] = columns(spread, x, 0.3, place, 1);
    expect(second?.pieces.map((piece) => Math.round(piece.height))).toEqual([67, 33]);
    expect(second?.pieces[1]?.y).toBeCloseTo(second?.y ?? -1);
  });
  it("knows how far its tallest column could reach, and its outline begins and ends on the floor", () => {
    expect(tallest([spread], 1)).toBeCloseTo(0.6);
    const outline = steps(columns(spread, x, 0.3, place, 1), 100);
    expect(outline.startsWith("M10,100")).toBe(true);
    expect(outline.endsWith("50,100")).toBe(true);
  });
});

describe("scales", () => {
  it("of differences always have 0 and the whole interval on them", () => {
    const [low, high] = pointsDomain([estimate(0.296, 0.259, 0.333)]);
    expect(low).toBeLessThan(0);
    expect(high).toBeGreaterThanOrEqual(0.333);
    expect(pointsDomain([estimate(-0.9, -0.99, -0.8)])[0]).toBe(-1);
  });
  it("of shares stop at a round number above the largest", () => {
    expect(shareTop(0.15)).toBe(0.2);
    expect(shareTop(0.97)).toBe(1);
  });
});

describe("a label in rows", () => {
  it("keeps every word, none of its rows longer than there is room", () => {
    const text = "Whoever starts wins more often (Mice Heist, four lions)";
    for (const most of [12, 20, 31, 80]) {
      const rows = wrapped(text, most);
      expect(rows.join(" ")).toBe(text);
      expect(Math.max(...rows.map((row) => row.length))).toBeLessThanOrEqual(most);
    }
    expect(wrapped(text, 80)).toHaveLength(1);
  });

  it("cuts only a word that is longer than a row", () => {
    expect(wrapped("a Blumentopfversicherung", 10)).toEqual(["a", "Blumentop\u2026"]);
  });
});
