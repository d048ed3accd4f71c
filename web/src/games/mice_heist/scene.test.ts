import { describe, expect, it } from "vitest";
import { beginnings, ended, sceneOf, sumText } from "./scene";
import type { Chip, Event, Test, View } from "./view";

const chip = (colour: Chip["colour"], value: number, other: number, doubled = false): Chip => ({
  colour,
  value,
  other,
  doubled,
  counts: doubled ? 2 * value : value,
});
const happened = (kind: Event["kind"], more: Partial<Event> = {}): Event => ({ kind, ...more });
const test: Test = {
  job: 1,
  obstacle: { number: 1, name: "Scout the Rooftop", ways: [{ skills: ["dexterity"], target: 4 }], payout: 3, mandatory: false },
  skills: ["dexterity"],
  target: 4,
  ratings: [2],
  chips: [chip("purple", -3, 3), chip("yellow", 1, -1)],
  assist: { name: "Better Together", effect: "", adds: 2 },
  cards: [],
  using: null,
  total: 2,
  short: 2,
  can_reach: null,
  verdict: null,
  learns: 0,
};

describe("what is left of a test that was cleared away", () => {
  it("turns the chip that was flipped, and takes the verdict", () => {
    const last = ended(test, [
      happened("chip_flipped", { chip: chip("purple", 3, -3) }),
      happened("tested", { success: true, number: 8, target: 4 }),
    ]);
    expect(last.chips.map((one) => one.value)).toEqual([3, 1]);
    expect([last.total, last.verdict, last.short]).toEqual([8, "success", -4]);
  });

  it("adds the chips and the assist card of a tester without cards", () => {
    const bare: Test = { ...test, chips: [], assist: null, total: 2 };
    const last = ended(bare, [
      happened("bet_shown", { seat: 1, number: 1 }),
      happened("assist_shown", { assist: { name: "Helping Paw", effect: "", adds: 1 } }),
      happened("chip_drawn", { chip: chip("green", 2, 1) }),
      happened("chip_drawn", { chip: chip("red", -4, -2) }),
      happened("tested", { success: false, number: 1, target: 4 }),
      happened("turn_began", { seat: 2, number: 0 }),
    ]);
    expect([last.chips.length, last.assist?.adds, last.verdict]).toEqual([2, 1, "failure"]);
  });

  it("puts chips back", () => {
    expect(ended(test, [happened("chip_returned", { colours: ["purple"] })]).chips.map((one) => one.colour)).toEqual(["yellow"]);
    expect(ended(test, [happened("all_returned", { number: 2 }), happened("chip_drawn", { chip: chip("blue", 4, 2) })]).chips.length).toBe(
      1,
    );
  });

  it("is shown only by a page that saw it", () => {
    const view = { test: null, tester: 2, events: [happened("turn_began", { seat: 2 })] } as unknown as View;
    expect(sceneOf(view, null)).toBeNull();
    expect(sceneOf(view, { ...view, test, tester: 1 } as View)).toMatchObject({ tester: 1, isPast: true });
    expect(sceneOf({ ...view, test } as View, null)).toMatchObject({ tester: 2, isPast: false });
  });
});

describe("the sum", () => {
  it("adds rating, chips, assist card and cards from left to right", () => {
    expect(sumText(test)).toBe("2 − 3 + 1 + 2 = 2");
    expect(sumText({ ...test, chips: [chip("green", 2, 1, true)], assist: null, total: 7, ratings: [2, 1] })).toBe("2 + 1 + 4 = 7");
    expect(sumText({ ...test, chips: [], assist: null })).toBe("");
  });
});

describe("when things appear", () => {
  it("opens all fists at once, then tells one thing after another", () => {
    const starts = beginnings([
      happened("bet_made"),
      happened("bet_shown"),
      happened("bet_shown"),
      happened("assist_shown"),
      happened("chip_drawn"),
      happened("chip_drawn"),
    ]);
    expect(starts[1]).toBe(starts[2]);
    expect(starts.slice(2)).toEqual([...starts.slice(2)].sort((a, b) => a - b));
    expect(starts[5]).toBeGreaterThan(starts[4] ?? 0);
  });

  it("tells a long story faster", () => {
    const starts = beginnings(Array.from({ length: 30 }, () => happened("moved")));
    expect(Math.max(...starts)).toBeLessThanOrEqual(2000);
  });
});
