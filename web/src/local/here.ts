// This tab's part in the tables of this device: the workers, the shelf, and which tables it drives.
import { Problem, type Hint, type Listed } from "../api/client";
import { folder } from "../frame/place";
import { Asker } from "./asker";
import type { Thought } from "./bots";
import { Host, listedAs } from "./host";
import type { Asked, Bots, Words } from "./parts";
import { makeRoom, shelf, type Happened, type Kept, type Shelf } from "./store";
import { browser, Tabs } from "./tabs";

/** A bot's worker that is not asked for so long is ended; the next question begins another. */
const REST = 60_000;

/** The worker in which tables lie; it is told by its name where the page's files are. */
export const words = new Asker(() => new Worker(new URL("./words.worker.ts", import.meta.url), { type: "module", name: folder }));

void words.ask("begin", {}).catch(() => undefined); // it starts while tables are looked up

const thinkers = new Map<string, Asker>();

/** The worker in which the bots of a game think, one search at a time. */
function thinker(game: string): Asker {
  let found = thinkers.get(game);
  if (!found) {
    found = new Asker(() => new Worker(new URL("./bot.worker.ts", import.meta.url), { type: "module", name: folder }), REST);
    thinkers.set(game, found);
  }
  return found;
}

export const shelfHere = (): Promise<Shelf> => shelf();

const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";
/** A code as a server makes them, with the sign of a table on this device. */
export const freshCode = (): string =>
  `~${Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => LETTERS[byte % LETTERS.length]).join("")}`;
export const freshSecret = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

const tableWords: Words = {
  restore: (row, events) => words.ask("restore", { row, events }),
  draft: (table, wish, at) => words.ask("do", { ...wish, table, at }),
  apply: (table, event) => words.ask("apply", { table, event }),
  byHand: (table, on) => words.ask("by_hand", { table, on }),
  asked: (table, seat) => words.ask("asked", { table, seat }),
  frame: (table, seat) => words.ask("frame_text", { table, seat }),
  record: (table) => words.ask("record", { table }),
};
const tableBots: Bots = {
  think: async (asked) => (await thinker(asked.game).ask<Thought>("think", asked)).action,
};

const laid = new Map<string, number>();

export const tabs = new Tabs(async (code) => {
  const host = await Host.open(code, {
    shelf: await shelf(),
    words: tableWords,
    bots: tableBots,
    now: () => Date.now(),
    pause: (milliseconds) => new Promise((done) => setTimeout(done, milliseconds)),
  });
  laid.delete(code);
  return host;
}, browser);

/** The game that is played at a table of this device. */
export const gameAt = async (code: string): Promise<string | undefined> => (await (await shelf()).get(code))?.listed.game;

/** Lay a table that this tab only looks at, as its newest events say. */
export async function ready(code: string): Promise<void> {
  if (await tabs.driven(code)) return;
  const from = await shelf();
  const kept = await from.get(code);
  if (!kept) throw new Problem("no_such_table", "", 404);
  if (laid.get(code) === kept.version) return;
  await tableWords.restore(kept.row, await from.events(code));
  laid.set(code, kept.version);
}

/** Open a table, as the words' question `what` lays it: its row and its first event are written before anybody sees it. */
export async function open(what: "open" | "open_day" | "open_again", asked: object): Promise<string> {
  const made = { code: freshCode(), share: freshSecret(), salt: freshSecret(), at: Date.now() };
  await makeRoom(await shelf());
  await keepNew(await words.ask<NewTable>(what, { ...asked, ...made }));
  void navigator.storage?.persist?.().catch(() => undefined);
  return made.code;
}

interface NewTable {
  row: Kept["row"] & { code: string; game: string; created: number };
  event: Happened;
}

/** Write a new table down, once it is clear that it can be laid. */
async function keepNew({ row, event }: NewTable): Promise<void> {
  const { code, game, created } = row;
  const stand = await tableWords.restore(row, [event]);
  const { house_rules } = await words.ask<{ house_rules: string[] }>("frame", { table: code, seat: null });
  const listed: Listed = {
    table: code,
    game,
    title: stand.title,
    state: stand.state,
    created,
    last: created,
    my_turn: false,
    since: null,
    seats: [],
    house_rules,
    result: null,
    hidden: false,
  };
  await (await shelf()).put({ code, row, version: 1, listed: listedAs({ listed }, stand, created) }, event);
  laid.set(code, 1);
}

/** Another game on the same seats, or each one further; return the code of its table. */
export async function rematch(code: string, swap: boolean): Promise<string> {
  const host = (await tabs.driven(code)) ?? (await tabs.borrow(code));
  if (!host) throw new Problem("elsewhere", "", 0);
  const next = freshCode();
  await host.do({ what: "rematch", code: next, share: freshSecret(), salt: freshSecret(), swap });
  await keepNew(await words.ask<NewTable>("next_table", { table: code, at: Date.now() }));
  await host.do({ what: "rematched" });
  return next;
}

/** What the strongest bot would do on a seat, and what it believes. */
export async function hint(table: string, seat: number): Promise<Hint> {
  const asked = await words.ask<Pick<Asked, "game" | "seat" | "views">>("advice", { table, seat });
  const seed = BigInt(`0x${freshSecret().slice(0, 15)}`).toString();
  const { adviser, ...thought } = await thinker(asked.game).ask<Thought & { adviser: string }>("advise", { ...asked, seed });
  return words.ask<Hint>("hint", {
    table,
    seat,
    seed,
    adviser,
    thought: { ...thought, findings: thought.findings.map((one) => [one.action, one.visits, one.worth]) },
  });
}
