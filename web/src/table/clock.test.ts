import { expect, it } from "vitest";
import { timeText, warningOf, warningText } from "./clock";

it("shows what is left as a clock does", () => {
  expect([0, 999, 65_000, 3_600_000, 200 * 3_600_000].map(timeText)).toEqual(["0:00", "0:01", "1:05", "1 h 0 min", "8 days"]);
});

it("warns in the last half minute of a long time, in the last seconds of any, and not from the start of a short one", () => {
  expect([60_000, 30_000, 10_001, 10_000, 0].map((left) => warningOf(left, 120_000))).toEqual(["", "soon", "soon", "hurry", "hurry"]);
  expect([30_000, 20_000, 10_000].map((left) => warningOf(left, 30_000))).toEqual(["", "", "hurry"]);
  expect([8000, 4000].map((left) => warningOf(left, 8000))).toEqual(["", "hurry"]);
});

it("says how long there is, once it warns", () => {
  expect(warningText("", 60_000)).toBe("");
  expect(warningText("soon", 29_600)).toBe("30 seconds left.");
});
