import { describe, expect, it } from "vitest";
import { facts, fill, isEmpty, parse, placeOf, read, scribble, unfilled, type Pages } from "./notebook";
import type { Note, Player, View } from "./view";

const player = (more: Partial<Player>): Player => ({
  stock: 16,
  won: 0,
  covered: 3,
  points: 3,
  cats: 3,
  shown: [],
  cloak: null,
  hand: null,
  facts: Array<Note>(5).fill("open"),
  notes: Array<Note>(5).fill("open"),
  given_away: [],
  ...more,
});
const view = (...players: Player[]): View => ({
  game: "cloaked_cats",
  phase: "guess",
  turn: 0,
  first: 0,
  round: 1,
  is_last: false,
  deck: 31,
  players,
  floor: [],
  events: [],
});
const open: Note[] = ["open", "open", "open", "open", "open"];

describe("what the table shows", () => {
  it("is taken from the view as it comes, what is open left blank", () => {
    const seen = view(player({}), player({ facts: ["no", "yes", "open", "open", "no"] }));
    expect(facts(seen, 1)).toEqual(["no", "yes", null, null, "no"]);
    expect(facts(seen, 2)).toEqual([]);
  });
});

describe("the pencil", () => {
  it("goes round from nothing to no, yes, perhaps and nothing", () => {
    let pages: Pages = {};
    const marks = Array.from({ length: 4 }, () => read((pages = scribble(pages, 5, 1, 2)), [], 1, 2).mark);
    expect(marks).toEqual(["no", "yes", "maybe", null]);
    expect(isEmpty(pages)).toBe(true);
  });
  it("leaves all other squares alone", () => {
    const pages = scribble(scribble({}, 5, 1, 0), 5, 2, 4);
    expect(pages).toEqual({ 1: "x....", 2: "....x" });
  });
  it("never covers what lies open on the table", () => {
    expect(read({ 1: "vvvvv" }, ["no", null], 1, 0)).toEqual({ mark: "no", by: "fact" });
    expect(read({ 1: "vvvvv" }, ["no", null], 1, 1)).toEqual({ mark: "yes", by: "pencil" });
  });
});

describe("filling in what is certain", () => {
  it("has nothing to do where the table shows it anyway", () => {
    expect(unfilled({}, { 1: ["no", "open", "no"] }, { 1: ["no", null, null] })).toBe(1);
    expect(unfilled({}, { 1: ["no", "open"] }, { 1: ["no", null] })).toBe(0);
  });
  const notes: Record<number, Note[]> = { 1: ["no", "yes", "open", "open", "no"], 2: open };
  it("writes in ink over the pencil, and leaves what is open", () => {
    expect(fill({ 1: "vx?.." }, notes)).toEqual({ 1: "XV?.X", 2: "....." });
    expect(read(fill({}, notes), [], 1, 1)).toEqual({ mark: "yes", by: "ink" });
  });
  it("counts what is still to be filled in, and nothing twice", () => {
    expect(unfilled({}, notes)).toBe(3);
    const filled = fill({}, notes);
    expect(unfilled(filled, notes)).toBe(0);
    expect(fill(filled, notes)).toEqual(filled);
  });
  it("can be rubbed out, square by square", () => {
    expect(scribble(fill({}, notes), 5, 1, 0)[1]).toBe(".V..X");
  });
});

describe("keeping the notebook", () => {
  it("reads back what was written, and nothing else", () => {
    const pages: Pages = { 1: "xv?XV", 3: "....." };
    expect(parse(JSON.stringify(pages), 5)).toEqual(pages);
    for (const junk of [null, "", "no json", "[]", "7", "null", '{"1":"xv"}', '{"1":"secre"}', '{"one":"....."}', '{"1":5}'])
      expect(parse(junk, 5)).toEqual({});
  });
  const frame = {
    table: "ABCD",
    seat: 1,
    state: "playing" as const,
    created: 1,
    acting: [0],
    seats: [{ device: false }, { device: false }],
    me: { seats: [1] },
  };
  it("keeps marks on a device of one's own while the game goes on", () => {
    expect(placeOf(frame)).toBe("notebook:ABCD:1");
    expect(placeOf({ ...frame, state: "over" })).toBeNull();
    expect(placeOf({ ...frame, seat: null })).toBeNull();
  });
  it("keeps nothing of a replay or a lesson", () => {
    expect(placeOf({ ...frame, acting: [] })).toBeNull();
    expect(placeOf({ ...frame, created: 0 })).toBeNull();
  });
  it("never keeps them on a device that is passed around", () => {
    expect(placeOf({ ...frame, me: { seats: [0, 1] } })).toBeNull();
    expect(placeOf({ ...frame, seats: [{ device: false }, { device: true }] })).toBeNull();
  });
});
