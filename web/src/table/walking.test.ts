import { expect, it } from "vitest";
import { nearest } from "./walking";

it("walks straight ahead rather than to what is merely close", () => {
  const spots = [
    { x: 60, y: 55 },
    { x: 100, y: 2 },
    { x: -50, y: 0 },
  ];
  expect(nearest({ x: 0, y: 0 }, spots, [1, 0])).toBe(1);
  expect(nearest({ x: 0, y: 0 }, spots, [-1, 0])).toBe(2);
  expect(nearest({ x: 0, y: 0 }, spots, [0, -1])).toBe(-1);
});
