import { describe, expect, it } from "vitest";
import { measure } from "./measuring";

const picture = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));

describe("measuring", () => {
  it("reads everything before anybody acts, and leaves out what was called off", async () => {
    const done: string[] = [];
    const wish = (name: string) =>
      measure(
        () => done.push(`read ${name}`),
        () => done.push(`act ${name}`),
      );
    wish("a");
    const off = wish("b");
    wish("c");
    off();
    await picture();
    expect(done).toEqual(["read a", "read c", "act a", "act c"]);
  });
});
