import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Bots, thinkForPeople, type Thought } from "./bots";
import type { GameFacts, GameModule, Mind, NumbersFile, SearchFacts } from "./module";

const NUMBERS: NumbersFile = {
  file: "toy.net",
  bytes: 16,
  gzip: 16,
  parts: [
    { name: "keys", kind: "u1", shape: [2, 3], at: 0, scale: null },
    { name: "weights", kind: "f4", shape: [2], at: 8, scale: null },
  ],
};
const search = { has_net: false, crowd: null, crowd_from: 4 } as Mind["search"];
const tiger: Mind = { search, own: {}, has_table: false, stands_in: null };
const lion: Mind = { search, own: { "1": { ...search, has_net: true } }, has_table: false, stands_in: "tiger" };
const shared = { house_at: [1], seats_at: 2, net: NUMBERS, table: null };
const known = { levels: { tiger, lion }, ...shared } as unknown as GameFacts;
const asked = { level: "lion", views: [new Uint8Array(3)], seat: 1, seed: 5n };

/** Bots that need no module: whoever is asked is noted. */
class Toy extends Bots {
  readonly thought: string[] = [];
  constructor() {
    super({ put: () => 0 } as unknown as GameModule, {} as SearchFacts);
  }
  override think(level: string): Thought {
    this.thought.push(level);
    return { action: 3, findings: [], iterations: 0 };
  }
}

let bots: Toy;
beforeEach(() => {
  bots = new Toy();
  vi.spyOn(console, "warn").mockReturnValue();
});
afterEach(() => {
  vi.restoreAllMocks();
});

it("fetches a file of numbers once, for the seats that need it", async () => {
  const fetched = vi.fn(() => Promise.resolve(new Uint8Array(16)));
  expect((await thinkForPeople(bots, known, { ...asked, seat: 0 }, fetched)).adviser).toBe("lion");
  expect(fetched).not.toHaveBeenCalled();
  for (let thought = 0; thought < 2; thought += 1) expect((await thinkForPeople(bots, known, asked, fetched)).adviser).toBe("lion");
  expect(fetched.mock.calls).toEqual([["toy.net"]]);
  expect(bots.thought).toEqual(["lion", "lion", "lion"]);
});

it("fetches what a level needs in a crowd only where there is one", async () => {
  const swarm: Mind = { ...tiger, search: { ...search, crowd: { ...search, has_net: true }, crowd_from: 5 }, stands_in: "tiger" };
  const many = { levels: { tiger, lion: swarm }, ...shared } as unknown as GameFacts;
  const fetched = vi.fn(() => Promise.resolve(new Uint8Array(16)));
  await thinkForPeople(bots, many, { ...asked, views: [Uint8Array.of(0, 0, 4)] }, fetched);
  expect(fetched).not.toHaveBeenCalled();
  await thinkForPeople(bots, many, { ...asked, views: [Uint8Array.of(0, 0, 5)] }, fetched);
  expect(fetched.mock.calls).toEqual([["toy.net"]]);
});

it.each([
  ["is missing", () => Promise.reject(new Error("toy.net cannot be fetched"))],
  ["is empty", () => Promise.resolve(new Uint8Array())],
  ["is truncated", () => Promise.resolve(new Uint8Array(15))],
  ["is another one", () => Promise.resolve(new Uint8Array(17))],
])("lets another level stand in while a file %s, says so, and tries again", async (_, broken) => {
  expect(await thinkForPeople(bots, known, asked, broken)).toMatchObject({ adviser: "tiger", action: 3 });
  expect(console.warn).toHaveBeenCalledOnce();
  expect(await thinkForPeople(bots, known, asked, () => Promise.resolve(new Uint8Array(16)))).toMatchObject({ adviser: "lion" });
  expect(await thinkForPeople(bots, known, asked, broken)).toMatchObject({ adviser: "lion" });
  expect(bots.thought).toEqual(["tiger", "lion", "lion"]);
});

it("fetches nothing by house rules, which are another level's anyway", async () => {
  const views = [Uint8Array.of(0, 1)];
  expect((await thinkForPeople(bots, known, { ...asked, views }, () => Promise.reject(new Error("unasked")))).adviser).toBe("tiger");
  expect(console.warn).not.toHaveBeenCalled();
});

it("does not hide what else goes wrong", async () => {
  const alone = { ...known, levels: { lion: { ...lion, stands_in: null } } };
  await expect(thinkForPeople(bots, alone, asked, () => Promise.reject(new Error("gone")))).rejects.toThrow("gone");
});
