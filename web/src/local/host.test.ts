import { beforeEach, expect, it } from "vitest";
import { Problem, type Listed } from "../api/client";
import { botSeed, Host, type Viewer } from "./host";
import { Memory, type Happened, type Kept, type Shelf } from "./store";
import type { Asked, Bots, Drafted, Stand, Wish, Words } from "./parts";

const listed = (state: Listed["state"]): Listed => ({
  table: "~a",
  game: "toy",
  title: "Toy",
  state,
  created: 0,
  last: 0,
  my_turn: null,
  since: null,
  result: null,
  hidden: false,
  seats: [],
  house_rules: [],
});
const happened = (version: number, seat: number, action: number): Happened => ({
  version,
  at: 0,
  kind: "moved",
  seat,
  data: { action },
  person: null,
  key: null,
});

/** A game of four turns: seat 0 is a person, seat 1 a bot. */
class Toy implements Words {
  events: Happened[] = [];
  get turn(): number {
    return this.events.length < 5 ? (this.events.length - 1) % 2 : -1;
  }
  stand = (): Stand => ({
    version: this.events.length,
    state: this.turn < 0 ? "over" : "playing",
    title: "Toy",
    acting: this.turn < 0 ? [] : [this.turn],
    bots: this.turn === 1 ? [1] : [],
    forced: [],
    seats: [
      { role: "mouse", name: "Ann", bot: null, mine: true },
      { role: "cat", name: "", bot: "kitten", mine: false },
    ],
  });
  restore = (_row: object, events: Happened[]) => {
    this.events = [...events];
    return Promise.resolve(this.stand());
  };
  draft = (_code: string, wish: Wish): Promise<Drafted> =>
    Number(wish.seat) === this.turn
      ? Promise.resolve({ repeated: false, event: happened(this.events.length + 1, this.turn, Number(wish.action)) })
      : Promise.reject(new Problem("not_your_turn", "", 0));
  apply = (_code: string, event: Happened) => {
    this.events.push(event);
    return Promise.resolve(this.stand());
  };
  byHand = () => Promise.resolve(this.stand());
  asked = (_code: string, seat: number): Promise<Asked> =>
    Promise.resolve({ game: "toy", seat, level: "kitten", views: ["00"], moves: 0, seed: null });
  frame = (_code: string, seat: number | null) => {
    const outcome = this.turn < 0 ? { sentence: "The cat wins.", winners: [1], places: [2, 1] } : null;
    return Promise.resolve(JSON.stringify({ type: "frame", version: this.events.length, seat, outcome }));
  };
  record = () => Promise.resolve("the record");
}

const thinks: Bots = { think: ({ level }) => Promise.resolve(level === "random" ? 1 : 7) };
const row = { code: "~a", game: "toy", salt: "s", rules: { pace: 0 } };
const kept: Kept = { code: "~a", row, listed: listed("playing"), version: 1 };
let shelf: Shelf;
let toy: Toy;
beforeEach(async () => {
  [shelf, toy] = [new Memory(), new Toy()];
  await shelf.put(kept, { ...happened(1, 0, 0), kind: "opened" });
});

const room = (words: Words, bots = thinks, on = shelf) => ({ shelf: on, words, bots, now: () => 5, pause: () => Promise.resolve() });

function viewer(): Viewer & { got: { type: string; version?: number; code?: string; id?: string }[] } {
  const got: { type: string }[] = [];
  return { seat: 0, send: (text) => got.push(JSON.parse(text) as { type: string }), got };
}
const move = (id: string) => JSON.stringify({ type: "move", seat: 0, version: 1, action: 3, id });
const quiet = () => new Promise((done) => setTimeout(done, 20));

it("writes what happens before it is applied, tells the mover, and lets the bot answer", async () => {
  const host = await Host.open("~a", room(toy));
  const ann = viewer();
  await host.join(ann);
  await host.receive(ann, move("one"));
  await quiet();
  expect((await shelf.events("~a")).map((one) => [one.version, one.seat, one.data.action])).toEqual([
    [1, 0, 0],
    [2, 0, 3],
    [3, 1, 7],
  ]);
  expect(ann.got.map((one) => [one.type, one.version])).toEqual([
    ["frame", 1],
    ["accepted", 2],
    ["frame", 2],
    ["frame", 3],
  ]);
});

it("keeps the record of a game that is over, and how it ended", async () => {
  const host = await Host.open("~a", room(toy));
  const ann = viewer();
  await host.join(ann);
  await host.receive(ann, move("one"));
  await quiet();
  await host.receive(ann, move("two"));
  await quiet();
  expect(await shelf.get("~a")).toMatchObject({
    version: 5,
    record: "the record",
    listed: { state: "over", my_turn: false, result: { sentence: "The cat wins.", won: false, place: 2 } },
  });
});

it("does nothing that a full disk cannot keep, and says so", async () => {
  const full: Shelf = Object.assign(Object.create(shelf) as Shelf, { put: () => Promise.reject(new Problem("device_full", "", 0)) });
  const host = await Host.open("~a", room(toy, thinks, full));
  const ann = viewer();
  await host.join(ann);
  await host.receive(ann, move("one"));
  expect(toy.events).toHaveLength(1);
  expect(ann.got.at(-1)).toMatchObject({ type: "error", code: "device_full", id: "one" });
});

it("looks again when another tab has written the same version", async () => {
  const host = await Host.open("~a", room(toy));
  const ann = viewer();
  await host.join(ann);
  await shelf.put({ ...kept, version: 2 }, happened(2, 0, 9));
  await host.receive(ann, move("one"));
  expect(toy.events.map((one) => one.data.action)).toEqual([0, 9]);
  expect(ann.got.at(-1)).toMatchObject({ type: "error", code: "stale_version" });
});

it("lets a bot stumble that cannot think, so that the game goes on", async () => {
  const host = await Host.open(
    "~a",
    room(toy, { think: ({ level }) => (level === "random" ? Promise.resolve(1) : Promise.reject(new Error("no memory"))) }),
  );
  const ann = viewer();
  await host.join(ann);
  await host.receive(ann, move("one"));
  await quiet();
  expect(toy.events.at(-1)?.data.action).toBe(1);
});

it("lets bots that come too late think again, however often that happens in a game", async () => {
  let late = 0;
  const draft = toy.draft;
  toy.draft = (code, wish) =>
    wish.what === "bot" && (late += 1) % 16 !== 0 ? Promise.reject(new Problem("illegal_move", "", 0)) : draft(code, wish);
  const host = await Host.open("~a", room(toy));
  const ann = viewer();
  await host.join(ann);
  for (const id of ["one", "two"]) {
    await host.receive(ann, move(id));
    await quiet();
  }
  expect(late).toBe(32);
  expect(toy.events).toHaveLength(5);
});

it("lays the table again when the words' worker has broken down, and goes on", async () => {
  const { asked, draft, restore } = toy;
  let isLaid = true;
  const here = <T>(answer: () => Promise<T>) => (isLaid ? answer() : Promise.reject(new Problem("not_here", "", 0)));
  toy.restore = (...given) => ((isLaid = true), restore(...given));
  toy.draft = (...given) => here(() => draft(...given));
  toy.asked = (...given) => here(() => asked(...given)).finally(() => (isLaid = false));
  const host = await Host.open("~a", room(toy));
  const ann = viewer();
  await host.join(ann);
  isLaid = false; // a new worker, in which no table lies; after the bot was asked there is another
  await host.receive(ann, move("one"));
  await quiet();
  expect(toy.events.map((one) => one.data.action)).toEqual([0, 3, 7]);
  expect(ann.got.map((one) => one.type)).not.toContain("error");
});

it("says so when nothing helps", async () => {
  toy.asked = () => Promise.reject(new Problem("device_trouble", "", 0));
  const host = await Host.open("~a", room(toy));
  const ann = viewer();
  await host.join(ann);
  await host.receive(ann, move("one"));
  await quiet();
  expect(ann.got.at(-1)).toMatchObject({ type: "error", code: "device_trouble", id: null });
});

it("goes on where it was when the page is opened again", async () => {
  const first = await Host.open("~a", room(toy, { think: () => new Promise(() => undefined) }));
  const ann = viewer();
  await first.join(ann);
  await first.receive(ann, move("one"));
  first.stop();
  const again = new Toy();
  const host = await Host.open("~a", room(again));
  await host.join(viewer());
  await quiet();
  expect(again.events.map((one) => one.data.action)).toEqual([0, 3, 7]);
});

it("gives a bot its chance from the salt that the record opens", () => {
  expect(botSeed("s", 2, 1)).toBe(botSeed("s", 2, 1));
  expect(new Set([botSeed("s", 2, 1), botSeed("s", 3, 1), botSeed("s", 2, 0), botSeed("t", 2, 1)]).size).toBe(4);
});

it("says that there is no such table", async () => {
  await expect(Host.open("~none", room(toy))).rejects.toMatchObject({ code: "no_such_table" });
});
