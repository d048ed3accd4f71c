import { expect, it } from "vitest";
import { capital, listed } from "./text";

it("lists names as people do", () => {
  expect([[], ["Pip"], ["Pip", "Nib"], ["Pip", "Nib", "you"]].map((names) => listed(names))).toEqual([
    "",
    "Pip",
    "Pip and Nib",
    "Pip, Nib and you",
  ]);
  expect(listed(["left", "right"], "or")).toBe("left or right");
});

it("puts a capital letter in front, whatever follows", () => {
  expect(["the cat", "", "Ünal"].map(capital)).toEqual(["The cat", "", "Ünal"]);
});
