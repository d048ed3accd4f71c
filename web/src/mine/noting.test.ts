import { beforeEach, describe, expect, it } from "vitest";
import type { Frame } from "../api/client";
import { mine } from "./mine.svelte";
import { against, noteEnd, shareOf } from "./noting";

const seat = (number: number, side: number, bot: string | null) => ({
  seat: number,
  role: `role ${number}`,
  side,
  kind: bot ? "bot" : "person",
  bot,
});
const frame = (more: object): Frame =>
  ({
    table: "abc",
    game: "g",
    state: "over",
    me: { seats: [0] },
    seats: [seat(0, 0, null), seat(1, 1, "kitten"), seat(2, 2, "tiger")],
    outcome: { payoffs: [1, -1, -1], winners: [0], reason: "escaped", sentence: "", points: null },
    dealing: { day: null },
    ...more,
  }) as unknown as Frame;

describe("a game that has ended", () => {
  beforeEach(() => mine.forget());
  it("is kept with role, result and the strongest opponent", () => {
    noteEnd(frame({}));
    expect(mine.games.map(({ role, won, level, seats }) => [role, won, level, seats])).toEqual([["role 0", 1, "tiger", 3]]);
    expect(mine.days).toHaveLength(0);
  });
  it("is a day's result where its deal was the day's", () => {
    noteEnd(frame({ dealing: { day: "2026-11-16" } }));
    expect(mine.day("2026-11-16", "g")?.won).toBe(1);
  });
  it("is not kept while it goes on, for lookers-on, or for several people at one device", () => {
    for (const more of [{ state: "playing" }, { me: { seats: [] } }, { me: { seats: [0, 1] } }, { outcome: null }]) noteEnd(frame(more));
    expect(mine.games).toHaveLength(0);
  });
  it("counts a shared win by its sides, and a draw as half", () => {
    expect(shareOf(frame({ outcome: { payoffs: [0.5, 0.5, -1], winners: [0, 1] } }), 0)).toBe(0.5);
    expect(shareOf(frame({ outcome: { payoffs: [0, 0, 0], winners: [] } }), 0)).toBe(0.5);
    expect(shareOf(frame({}), 1)).toBe(0);
    expect(against(frame({ seats: [seat(0, 0, null)] }), 0)).toBe("alone");
    expect(against(frame({ seats: [seat(0, 0, null), seat(1, 1, null)] }), 0)).toBe("people");
  });
});
