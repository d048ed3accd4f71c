// What a server would answer, answered on this device: pages of the games and rules from files, everything about tables by their words.
import { Problem, type Frame, type Listed, type Opened, type Setup, type Shelf } from "../api/client";
import { folder } from "../frame/place";
import { canBeHere } from "../pages/seating";
import { freshSecret, hint, open, ready, rematch, shelfHere, tabs, words } from "./here";
import { broughtGame } from "./handing";
import { listedHere } from "./store";

const NAME = "name at tables";

/** A file of the page that says what a server would. */
async function paper<T>(name: string): Promise<T> {
  const answer = await fetch(`${folder}local/papers/${name}.json`).catch(() => null);
  if (!answer?.ok) throw new Problem("offline", "", 0);
  return (await answer.json()) as T;
}

function ownName(): string {
  try {
    return localStorage.getItem(NAME) ?? "You";
  } catch {
    return "You";
  }
}

function rename(name: string): { name: string } {
  const clean = name.trim().replace(/\s+/g, " ").slice(0, 24) || "You";
  try {
    localStorage.setItem(NAME, clean);
  } catch {
    // it lasts as long as this page
  }
  return { name: clean };
}

/** Lay a table, if it needs nobody who is not here. */
async function lay(query: string): Promise<Opened> {
  const setup = await words.ask<Setup>("setup", { query });
  if (!canBeHere(setup))
    throw new Problem(
      "needs_server",
      "Without a server every seat is for somebody here or a bot, no clock runs, and no game counts for ratings.",
      0,
    );
  return opened(await open("open", { setup: setup.setup, name: ownName() }));
}

const opened = (code: string): Opened => ({ table: code, join: `/t/${code}`, setup: "", promise: null, pending: false });
/** The day it is at Greenwich. */
const today = (): string => new Date().toISOString().slice(0, 10);
/** Chance by which the rest of a game is dealt anew: whole numbers that JSON keeps. */
const redealt = (): number => Number(BigInt(`0x${freshSecret().slice(0, 13)}`));

/** The puzzles of a game, or of all. */
async function shelvesHere(game?: string): Promise<Shelf[]> {
  const found = (await paper<Shelf[]>("puzzles")).filter((one) => game === undefined || one.game === game);
  if (found.length === 0) throw new Problem("unknown_game", "", 0);
  return found;
}

type Given = Record<string, string>;
type Body = Record<string, unknown>;
type Way = [method: string, path: RegExp, answer: (found: string[], query: Given, body: Body) => Promise<unknown>];

const seatIn = (query: Given): number | null => (query.seat === undefined ? null : Number(query.seat));

/** About a table: its words are laid out first, as the newest events say. */
async function about<T>(code: string, what: string, given: object = {}): Promise<T> {
  await ready(code);
  return words.ask<T>(what, { table: code, ...given });
}

const WAYS: Way[] = [
  ["GET", /^games$/, () => paper("games")],
  ["GET", /^phrases$/, () => paper("phrases")],
  ["GET", /^lab$/, () => paper("lab")],
  [
    "GET",
    /^games\/(\w+)\/page$/,
    async ([game]) => {
      const found = await paper<{ title: string; html: string }>(`rules-${game}`);
      return { ...found, html: found.html.replaceAll('src="/pictures/', `src="${folder}pictures/`) };
    },
  ],
  ["GET", /^games\/(\w+)\/seats$/, ([game], { count }) => words.ask("seats", { game, count: Number(count) })],
  ["GET", /^games\/(\w+)\/lesson$/, ([game]) => words.ask("lesson", { game })],
  [
    "GET",
    /^games\/(\w+)\/lesson\/preview$/,
    ([game], { step, action }) => words.ask("lesson_preview", { game, step: Number(step), action: Number(action) }),
  ],
  ["GET", /^games\/(\w+)\/components$/, ([game]) => words.ask("components", { game })],
  ["GET", /^me$/, () => Promise.resolve({ name: ownName(), tables_open: 0 })],
  ["PUT", /^me$/, (_, __, { name }) => Promise.resolve({ ...rename(String(name)), tables_open: 0 })],
  ["GET", /^tables$/, async (): Promise<Listed[]> => listedHere(await shelfHere())],
  ["POST", /^tables$/, async (_, __, { setup }) => ({ ...(await lay(String(setup))), setup })],
  ["GET", /^tables\/(~\w+)$/, ([code = ""], query) => about<Frame>(code, "frame", { seat: seatIn(query) })],
  ["GET", /^tables\/(~\w+)\/log$/, ([code = ""], query) => about(code, "log", { seat: seatIn(query) })],
  [
    "GET",
    /^tables\/(~\w+)\/replay\/(\d+)$/,
    ([code = "", move], query) => about(code, "replay", { move: Number(move), seat: seatIn(query) }),
  ],
  [
    "GET",
    /^tables\/(~\w+)\/beliefs\/(\d+)$/,
    ([code = "", move], { seat }) => about(code, "belief", { move: Number(move), seat: Number(seat) }),
  ],
  ["POST", /^tables\/(~\w+)\/analysis$/, async ([code = ""]) => (await import("./studying")).begin(code)],
  ["GET", /^tables\/(~\w+)\/analysis$/, async ([code = ""], { since }) => (await import("./studying")).look(code, Number(since ?? 0))],
  [
    "POST",
    /^tables\/(~\w+)\/again$/,
    async ([code = ""], _, { move, seat, redeal }) => {
      await ready(code);
      const rest = redeal === true ? { redealt: redealt() } : {};
      return opened(await open("open_again", { table: code, move, seat, name: ownName(), ...rest }));
    },
  ],
  ["GET", /^puzzles$/, () => shelvesHere()],
  ["GET", /^puzzles\/(\w+)$/, async ([game]) => (await shelvesHere(game))[0]],
  ["GET", /^puzzles\/(\w+)\/([\w-]+)$/, ([game, name]) => words.ask("puzzle", { game, name })],
  ["POST", /^puzzles\/(\w+)\/([\w-]+)\/answer$/, ([game, name], _, { action }) => words.ask("puzzle_answer", { game, name, action })],
  ["GET", /^puzzles\/(\w+)\/([\w-]+)\/hint$/, ([game, name]) => words.ask("puzzle_hint", { game, name })],
  [
    "GET",
    /^puzzles\/(\w+)\/([\w-]+)\/preview$/,
    ([game, name], { action }) => words.ask("puzzle_preview", { game, name, action: Number(action) }),
  ],
  ["GET", /^days\/today$/, async () => words.ask("today", { day: today(), games: await paper("games") })],
  ["POST", /^days\/today\/(\w+)$/, async ([game]) => opened(await open("open_day", { game, day: today(), name: ownName() }))],
  ["GET", /^tables\/(~\w+)\/moments$/, ([code = ""], query) => about(code, "moments", { seat: seatIn(query) })],
  ["GET", /^tables\/(~\w+)\/record$/, async ([code = ""]) => (await (await shelfHere()).get(code))?.record ?? about(code, "record")],
  [
    "GET",
    /^tables\/(~\w+)\/preview$/,
    ([code = ""], { seat, action }) => about(code, "preview", { seat: Number(seat), action: Number(action) }),
  ],
  [
    "GET",
    /^tables\/(~\w+)\/hint$/,
    async ([code = ""], { seat }) => {
      await ready(code);
      return hint(code, Number(seat));
    },
  ],
  [
    "GET",
    /^tables\/(~\w+)\/hand-over$/,
    async ([code = ""]) => {
      const from = await shelfHere();
      const [kept, events, { options }] = [
        await from.get(code),
        await from.events(code),
        await about<Frame>(code, "frame", { seat: null }),
      ];
      return broughtGame(kept?.row ?? {}, events, options);
    },
  ],
  [
    "POST",
    /^tables\/(~\w+)\/rematch$/,
    async ([code = ""], _, { swap }) => {
      await ready(code);
      await rematch(code, swap === true);
      return about<Frame>(code, "frame", { seat: null });
    },
  ],
  [
    "DELETE",
    /^tables\/(~\w+)$/,
    async ([code = ""]) => {
      (await tabs.driven(code))?.stop();
      await (await shelfHere()).remove(code);
      return null;
    },
  ],
];

/** Answer a request of the page. */
export async function answer(method: string, path: string, body: unknown): Promise<unknown> {
  const [place = "", search = ""] = path.replace(/^\/api\//, "").split("?", 2);
  if (method === "GET" && place === "setup") return words.ask("setup", { query: search });
  for (const [kind, shape, found] of WAYS) {
    const parts = kind === method ? shape.exec(place) : null;
    if (parts) return found(parts.slice(1), Object.fromEntries(new URLSearchParams(search)), (body ?? {}) as Body);
  }
  throw new Problem(place.startsWith("tables/~") ? "not_here" : "needs_server", "", 0);
}
