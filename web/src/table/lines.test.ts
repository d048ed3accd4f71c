import { expect, test } from "vitest";
import { wholeLines } from "./lines";

test("a list takes as many whole lines as there is space for, and all of the space if not even one fits", () => {
  expect(wholeLines([20, 40, 60], 59)).toBe(40);
  expect(wholeLines([20, 40, 60], 60)).toBe(60);
  expect(wholeLines([20, 40, 60], 12)).toBe(12);
  expect(wholeLines([], 12)).toBe(12);
});
