import { expect, it } from "vitest";
import { ratingText } from "./rating";

it("says a rating with how far off it may be, and nothing but that somebody is new", () => {
  expect(ratingText({ number: 1520, margin: 90 })).toBe("1520 ± 90");
  expect(ratingText({ number: null, margin: null })).toBe("new");
});
