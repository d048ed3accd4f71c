import { describe, expect, it } from "vitest";
import type { Shelf } from "../api/client";
import { nextOf, progressOf } from "./shelf";

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
  it("counts what is solved, by grades", () => {
    const found = progressOf(shelf, (name) => (name === "b" ? "solved" : name === "c" ? "helped" : "missed"));
    expect([found.solved, found.helped, found.of, found.grades[1]]).toEqual([2, 1, 3, { grade: 2, solved: 1, of: 1 }]);
  });
});
