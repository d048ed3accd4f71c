import { beforeEach, describe, expect, it } from "vitest";
import type { Listed } from "../api/client";
import { agreed, company, removed, standing } from "./tables.svelte";

type Seat = Listed["seats"][number];
const seat = (kind: Seat["kind"], name: string, more: Partial<Seat> = {}): Seat => ({
  role: "mouse",
  name,
  kind,
  mine: false,
  acting: false,
  ...more,
});
const table = (seats: Seat[], more: Partial<Listed> = {}): Listed => ({
  table: "abc",
  game: "g",
  title: "T",
  state: "playing",
  created: 0,
  last: 0,
  my_turn: false,
  seats,
  house_rules: [],
  ...more,
});

describe("a table in the list", () => {
  beforeEach(() => localStorage.clear());
  const me = seat("person", "Me", { mine: true });
  it("says who sits there", () => {
    expect(company(table([me, seat("person", "Ines"), seat("bot", ""), seat("bot", "")]))).toBe("with Ines and two bots");
    expect(company(table([me, seat("bot", "")]))).toBe("with a bot");
    expect(company(table([me]))).toBe("alone");
    expect(company(table([]))).toBe("");
  });
  it("says whose move it is", () => {
    expect(standing(table([me], { my_turn: true }))).toBe("your move");
    expect(standing(table([me, seat("person", "Ines", { acting: true })]))).toBe("waiting for Ines");
    expect(standing(table([me], { state: "lobby" }))).toBe("waiting for people");
    expect(standing(table([], { state: "over" }))).toBe("over");
  });
  it("says that it is played by house rules", () => {
    expect(agreed(table([me]))).toBe("");
    expect(agreed(table([me], { house_rules: ["Captures: 3 (printed: one for each mouse)"] }))).toBe("by house rules");
  });
  it("can be taken off it, and put back", () => {
    removed.add("abc");
    expect([removed.has("abc"), removed.has("abd")]).toEqual([true, false]);
    expect(JSON.parse(localStorage.getItem("removed tables") ?? "")).toEqual(["abc"]);
    removed.undo("abc");
    expect(removed.has("abc")).toBe(false);
  });
});
