import { expect, it } from "vitest";
import type { Listed } from "../api/client";
import { listedHere, makeRoom, Memory, remains, shelfProblem, type Happened, type Kept } from "./store";

const listed = (code: string, state: Listed["state"], last: number): Listed => ({
  table: code,
  game: "cat_and_mouse",
  title: "Cat & The Mouse",
  state,
  created: 0,
  last,
  my_turn: false,
  since: null,
  result: null,
  hidden: false,
  seats: [],
  house_rules: [],
});
const kept = (code: string, state: Listed["state"] = "playing", last = 0, version = 1): Kept => ({
  code,
  row: {},
  listed: listed(code, state, last),
  version,
});
const event = (version: number): Happened => ({ version, at: version, kind: "moved", seat: 0, data: {}, person: null, key: null });

it("refuses an event of a version that another tab has written", async () => {
  const shelf = new Memory();
  await shelf.put(kept("~a"), event(1));
  await expect(shelf.put(kept("~a"), event(1))).rejects.toMatchObject({ code: "stale_version" });
  expect(await shelf.events("~a")).toEqual([event(1)]);
});

it("lists the table used last first, and one that cannot be read as broken", async () => {
  const shelf = new Memory();
  await shelf.put(kept("~a", "playing", 1));
  await shelf.put(kept("~b", "over", 2));
  await shelf.put({ code: "~c" } as Kept);
  expect((await listedHere(shelf)).map((one) => [one.table, one.state])).toEqual([
    ["~b", "over"],
    ["~a", "playing"],
    ["~c", "closed"],
  ]);
});

it("gives up finished tables used longest ago for a new one, and never a game that goes on", async () => {
  const shelf = new Memory();
  await shelf.put(kept("~old", "over", 1));
  await shelf.put(kept("~new", "over", 2));
  await shelf.put(kept("~on", "playing", 0));
  await makeRoom(shelf, 3);
  expect((await shelf.all()).map((one) => one.code).sort()).toEqual(["~new", "~on"]);
  await makeRoom(shelf, 2);
  expect((await shelf.all()).map((one) => one.code)).toEqual(["~on"]);
  await expect(makeRoom(shelf, 1)).rejects.toMatchObject({ code: "too_many" });
  expect(await shelf.get("~on")).toBeDefined();
});

it("hands out what is left of a table: its record, else everything as it is", async () => {
  const shelf = new Memory();
  await shelf.put({ ...kept("~a", "over"), record: "[Game]" });
  await shelf.put(kept("~b"), event(1));
  expect(await remains(shelf, "~a")).toEqual({ name: "mousehole-a.mousehole", text: "[Game]" });
  expect(JSON.parse((await remains(shelf, "~b")).text)).toMatchObject({ table: { code: "~b" }, events: [{ version: 1 }] });
});

it("tells a full disk from other trouble", () => {
  expect(shelfProblem(new DOMException("", "QuotaExceededError")).code).toBe("device_full");
  expect(shelfProblem(new DOMException("", "ConstraintError")).code).toBe("stale_version");
  expect(shelfProblem(new Error("?")).code).toBe("device_trouble");
});
