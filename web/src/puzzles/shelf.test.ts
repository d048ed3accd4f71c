import { describe, expect, it } from "vitest";
import type { Shelf } from "../api/client";
import { preferences } from "../style/preferences.svelte";
import { doneWith, gradeAfter, graded, gradeIn, nextOf, progressOf } from "./shelf";

const shelf: Shelf = { game: "g", title: "G", puzzles: ["a", "b", "c"].map((name, at) => ({ name, grade: at + 1, kind: "move" })) };

describe("the shelf of puzzles", () => {
  it("goes on to what is neither solved nor seen, and begins again after the last", () => {
    const known: Record<string, "solved" | "missed" | "seen"> = { b: "solved", c: "missed" };
    const result = (name: string) => known[name] ?? null;
    expect(nextOf(shelf, "", result)).toBe("a");
    expect(nextOf(shelf, "a", result)).toBe("c");
    expect(nextOf(shelf, "c", result)).toBe("a");
    expect(nextOf(shelf, "a", () => "seen")).toBeNull();
  });
  it("stays with a grade, and says when it is done and where it goes on", () => {
    const result = (name: string) => (name === "b" ? "solved" : name === "c" ? "seen" : null);
    expect([nextOf(shelf, "", result, 1), nextOf(shelf, "", result, 2), nextOf(shelf, "a", result, 1)]).toEqual(["a", null, null]);
    expect([gradeAfter(shelf, 2, result), gradeAfter(shelf, 1, result), gradeAfter(shelf, 1, () => null)]).toEqual([1, 0, 2]);
    expect([2, 3, 4].map((grade) => doneWith(shelf, grade, result))).toEqual([
      "The one of difficulty 2 is solved.",
      "Nothing is left of difficulty 3: 0 of 1 are solved, the rest was shown.",
      "There is no puzzle of difficulty 4 yet.",
    ]);
  });
  it("takes the grade from the address, else from what was chosen before", () => {
    const asked = (search: string) => gradeIn(new URLSearchParams(search));
    preferences.grade = 2;
    expect([asked("grade=4"), asked(""), asked("grade=9")]).toEqual([4, 2, 0]);
    preferences.grade = 0;
    expect([asked(""), graded("/puzzles", 0), graded("/puzzles", 3), graded("/puzzles?tab=days", 3)]).toEqual([
      0,
      "/puzzles",
      "/puzzles?grade=3",
      "/puzzles?tab=days&grade=3",
    ]);
  });
  it("counts what is solved, by grades", () => {
    const found = progressOf(shelf, (name) => (name === "b" ? "solved" : name === "c" ? "helped" : "missed"));
    expect([found.solved, found.helped, found.of, found.grades[1]]).toEqual([2, 1, 3, { grade: 2, solved: 1, of: 1 }]);
  });
});
