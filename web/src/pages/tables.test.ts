import { beforeEach, describe, expect, it } from "vitest";
import type { Listed } from "../api/client";
import { agreed, company, ending, lasting, parted, removed, settle, standing } from "./tables.svelte";

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
  since: null,
  result: null,
  hidden: false,
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
  it("says since when", () => {
    const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
    expect([lasting(20_000), lasting(minute), lasting(59 * minute), lasting(hour), lasting(30 * hour), lasting(9 * day)]).toEqual([
      "",
      "for a minute",
      "for 59 minutes",
      "for an hour",
      "for a day",
      "for 9 days",
    ]);
    expect(standing(table([me], { my_turn: true, since: 5 }), 5 + 2 * hour)).toBe("your move for 2 hours");
    expect(standing(table([me], { my_turn: true, since: 5 }), 6)).toBe("your move");
    expect(standing(table([me, seat("person", "Ines", { acting: true })], { since: 5 }), 5 + day)).toBe("waiting for Ines for a day");
  });
  it("says how it ended", () => {
    const ended = (won: boolean | null, place: number | null = null) =>
      ending(table([me], { state: "over", result: { sentence: "The cat wins.", won, place } }));
    expect([ended(true), ended(false), ended(false, 3), ended(null)]).toEqual(["won", "lost", "place 3", ""]);
    expect(ending(table([me], { state: "over" }))).toBe("");
  });
  it("stands where one looks for it", () => {
    const one = (code: string, more: Partial<Listed>) => table([me], { table: code, ...more });
    const found = parted([
      one("a", { state: "over" }),
      one("b", { my_turn: true, since: 9 }),
      one("c", { state: "lobby" }),
      one("d", {}),
      one("e", { my_turn: true, since: 3 }),
      one("f", { state: "closed" }),
    ]);
    expect(found.map(({ title, tables }) => [title, tables.map((two) => two.table).join("")])).toEqual([
      ["Your turn", "eb"],
      ["Others' turn", "d"],
      ["Waiting for people", "c"],
      ["Finished", "af"],
    ]);
  });
  it("is hidden at the server once it was removed on this device, and then forgotten here", () => {
    removed.add("abc");
    removed.add("~here");
    const told: string[] = [];
    const tell = (code: string) => void told.push(code);
    settle([table([me]), table([me], { table: "~here" })], tell);
    expect([told, removed.has("abc")]).toEqual([["abc"], true]);
    settle([table([me], { hidden: true })], tell);
    expect([told, removed.has("abc"), removed.has("~here")]).toEqual([["abc"], false, true]);
    removed.undo("~here");
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
