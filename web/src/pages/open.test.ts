import { describe, expect, it } from "vitest";
import type { OpenTable } from "../api/client";
import { agreements, byGame, waitText } from "./open";

const table = (changed: Partial<OpenTable>): OpenTable => ({
  table: "aaaaaaa",
  game: "chase",
  title: "Chase",
  since: 0,
  seats: [],
  house_rules: [],
  counts: false,
  hints: false,
  move_seconds: null,
  game_seconds: null,
  mine: false,
  ...changed,
});

describe("open tables in words", () => {
  it("are told by game, the longest wait first", () => {
    const groups = byGame([table({ table: "1" }), table({ table: "2", game: "ball", title: "Ball" }), table({ table: "3" })]);
    expect(groups.map((group) => [group.title, group.tables.map((one) => one.table)])).toEqual([
      ["Chase", ["1", "3"]],
      ["Ball", ["2"]],
    ]);
  });

  it("say how long somebody waits, whatever the clocks say", () => {
    expect([-90_000, 0, 61_000, 3_600_000].map(waitText)).toEqual(["just come", "just come", "waits for 1 min", "waits for long"]);
  });

  it("say what was agreed, and nothing where nothing was", () => {
    expect(agreements(table({}))).toEqual([]);
    expect(agreements(table({ counts: true, move_seconds: 120, hints: true }))).toEqual([
      "counts for ratings",
      "2:00 a move",
      "hints are on",
    ]);
  });
});
