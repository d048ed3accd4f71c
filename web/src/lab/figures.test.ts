import { describe, expect, it } from "vitest";
import {
  bandTable,
  bandText,
  barTable,
  binLabel,
  byShare,
  medianText,
  percent,
  points,
  pointSpan,
  quarter,
  rowsOf,
  spreadTable,
  timeLeft,
  whoWins,
  type Bar,
} from "./figures";

const estimate = (value: number, low: number, high: number) => ({ value, low, high, games: 100 });
const bar = (name: string, label: string, share: [number, number, number], fair: number | null = 0.5): Bar => ({
  name,
  label,
  share: estimate(...share),
  count: Math.round(100 * share[0]),
  games: [1, 2],
  fair,
  by_winner: [],
});

describe("numbers as words", () => {
  it("have their unit, and a real minus", () => {
    expect(percent(0.18)).toBe("18.0%");
    expect(percent(0.0001)).toBe("under 0.1%");
    expect(points(-0.052)).toBe("\u22125.2");
    expect(points(0.0001)).toBe("0.0");
    expect(pointSpan(estimate(0.3, 0.259, 0.333))).toBe("+25.9 to +33.3");
  });
  it("name a bin by the numbers in it", () => {
    const bin = { low: 8, high: 12, share: estimate(1, 1, 1), count: 1, by_winner: [], games: [] };
    expect(binLabel(bin)).toBe("8 to 11");
    expect(binLabel({ ...bin, high: 9 })).toBe("8");
  });
});

describe("medians and bands", () => {
  it("are told with their intervals", () => {
    expect(medianText(estimate(10, 9, 11))).toBe("10 (9 to 11)");
    const band = { at: 0.5, quantiles: [0.1, 0.3, 0.61, 0.7, 0.9], lows: [0, 0.2, 0.58, 0.6, 0.8], highs: [0.2, 0.4, 0.64, 0.8, 1] };
    expect(bandText(band, 2, 0)).toBe("61% (58 to 64%)");
    expect(bandTable([band]).rows[0]).toEqual([
      "50%",
      "10% (0 to 20%)",
      "30% (20 to 40%)",
      "61% (58 to 64%)",
      "70% (60 to 80%)",
      "90% (80 to 100%)",
    ]);
  });
});

describe("two set-ups", () => {
  const first = [bar("caught", "caught", [0.6, 0.5, 0.7])];
  const second = [bar("clues", "three clues", [0.7, 0.6, 0.8]), bar("caught", "caught", [0.3, 0.2, 0.4])];
  it("share rows by name; what never happened in one is empty there", () => {
    const rows = rowsOf([first, second]);
    expect(rows.map((row) => row.label)).toEqual(["caught", "three clues"]);
    expect(rows[1]?.bars[0]).toBeNull();
    expect(byShare(rows).map((row) => row.name)).toEqual(["clues", "caught"]);
  });
  it("have one table", () => {
    const table = barTable("ending", ["As printed", "Tricks 0"], [first, second]);
    expect(table.heads).toHaveLength(7);
    expect(table.rows[0]).toEqual(["caught", "60.0%", "50.0 to 70.0%", "60", "30.0%", "20.0 to 40.0%", "30"]);
    for (const row of table.rows) expect(row).toHaveLength(table.heads.length);
  });
});

describe("a finding", () => {
  it("is said only where the interval leaves the fair share out", () => {
    expect(whoWins([bar("0", "the cat", [0.18, 0.14, 0.22]), bar("1", "the mice", [0.82, 0.78, 0.86])])).toBe(
      "More than a fair share goes to the mice: 82.0% (78.0 to 86.0%).",
    );
    expect(whoWins([bar("0", "the cat", [0.5, 0.4, 0.6]), bar("1", "the mice", [0.5, 0.4, 0.6])])).toBe(
      "Nobody is shown to have it easier.",
    );
    expect(whoWins([bar("0", "the detective", [0.5, 0.4, 0.6], null)])).toContain("50.0%");
  });
});

describe("progress", () => {
  it("is told in quarters and in time left", () => {
    expect(quarter(260, 1000)).toBe(1);
    expect(quarter(1000, 1000)).toBe(4);
    expect(timeLeft(100, 1000, 10)).toBe("about 90 s left, 10 games a second".replace("90 s", "2 min"));
    expect(timeLeft(0, 10, 0)).toBe("");
  });
});

describe("a spread", () => {
  it("has a table with who won", () => {
    const spread = {
      unit: "rounds",
      bins: [{ low: 1, high: 2, share: estimate(1, 0.51, 1), count: 4, by_winner: [3, 1], games: [] }],
      mean: estimate(1, 1, 1),
      middle: estimate(1, 1, 1),
    };
    expect(spreadTable(spread, ["the cat", "the mice"])).toEqual({
      heads: ["rounds", "share", "95% interval", "games", "won by the cat", "won by the mice"],
      rows: [["1", "100.0%", "51.0 to 100.0%", "4", "3", "1"]],
    });
  });
});
