import { describe, expect, it } from "vitest";
import { Problem } from "../api/client";
import { KNOWN, lineOf, refusalLine, troubleOf } from "./problems";

describe("what went wrong", () => {
  it("is a title and a sentence with what to do next, never a code", () => {
    for (const code of [...KNOWN, "something_new"]) {
      const { title, text } = troubleOf(code);
      expect(`${title} ${text}`).not.toMatch(/_/);
      expect(text).toMatch(/[.!?]$/);
      expect(text.split(" ").length).toBeGreaterThan(3);
    }
  });
  it("is the server's own sentence where it has one, and ours where it sends a code", () => {
    expect(lineOf(new Problem("seat_taken", "Somebody sits there.", 409))).toBe("Somebody sits there.");
    expect(refusalLine("not_your_seat", "not_your_seat")).toBe(
      "This seat is not yours. Somebody else sits there. You can watch, or sit down where a seat is free.",
    );
    expect(lineOf(new TypeError("x is undefined"))).toMatch(/^That did not work\. /);
  });
});
