import { describe, expect, it } from "vitest";
import { goesHome, spans, wouldHaveSet, type View } from "./table";

const bag = (held: number): View => ({ sets: [{ name: "gems", cards: ["emberdrop", "fernlight", "moonwater"], held, lost: 0, pocketed: 0 }] }) as unknown as View;

describe("positions of the row", () => {
  it("are written as spans", () => {
    expect(spans([3])).toBe("3");
    expect(spans([1, 3, 4, 5])).toBe("1,3-5");
  });
});

describe("going home", () => {
  it("is told by the move's name", () => {
    expect(["end", "end pickpocket", "vanish", "keep moonwater vanish"].every(goesHome)).toBe(true);
    expect(["keep moonwater", "loot", "enter 3"].some(goesHome)).toBe(false);
  });
  it("counts the card that is kept with it", () => {
    expect(wouldHaveSet(bag(2), "keep moonwater vanish")).toBe(true);
    expect(wouldHaveSet(bag(2), "keep brass-hare vanish")).toBe(false);
    expect(wouldHaveSet(bag(2), "end")).toBe(false);
    expect(wouldHaveSet(bag(3), "end")).toBe(true);
  });
});
