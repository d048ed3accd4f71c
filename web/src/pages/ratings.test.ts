import { expect, it } from "vitest";
import type { GameRating } from "../api/client";
import { byRole, nameOf, placeOf, scaleOf } from "./ratings";

const line = (changed: Partial<GameRating>): GameRating => ({
  role: "",
  name: "",
  bot: null,
  games: 9,
  number: 1500,
  margin: 80,
  ...changed,
});

it("lists ratings by role, people by name and bots by level", () => {
  const lines = [
    line({ role: "the cat", name: "Ann" }),
    line({ role: "the mice", bot: "alley_cat" }),
    line({ role: "the cat", bot: "tiger" }),
  ];
  expect(byRole(lines).map(({ role, lines: some }) => [role, some.map(nameOf)])).toEqual([
    ["the cat", ["Ann", "Tiger bot"]],
    ["the mice", ["Alley cat bot"]],
  ]);
});

it("draws every number with its margin inside the scale", () => {
  const lines = [line({ number: 1010, margin: 60 }), line({ number: 1890, margin: 500 }), line({ number: null, margin: null })];
  const scale = scaleOf(lines);
  expect(scale).toEqual([900, 2400]);
  expect(placeOf(950, scale)).toBeCloseTo(3.33);
  expect(placeOf(2390, scale)).toBeLessThan(100);
  expect(scaleOf([])).toEqual([1400, 1600]);
});
