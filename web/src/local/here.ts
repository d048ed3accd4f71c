// This tab's part in the tables of this device: the workers, the shelf, and which tables it drives.
import { Problem, type Hint } from "../api/client";
import { folder } from "../frame/place";
import { Asker } from "./asker";
import { Host } from "./host";
import { shelf, type Happened, type Kept, type Shelf } from "./store";
import { browser, Tabs } from "./tabs";
import type { Bots, Drafted, Standing, Words } from "./words";

/** A bot's worker that is not asked for so long is ended; the next question begins another. */
const REST = 60_000;

/** The worker in which tables lie; it is told by its name where the page's files are. */
export const words = new Asker(() => new Worker(new URL("./words.worker.ts", import.meta.url), { type: "module", name: folder }));

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
export const freshCode = (): string => `~${Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => LETTERS[byte % LETTERS.length]).join("")}`;
export const freshSecret = (): string => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

const tableWords: Words = {
  rebuild: (row, events) => words.ask<Standing>("rebuild", { row, events }),
  draft: (code, message, at) => words.ask<Drafted>("draft", { code, message, at }),
  draftBot: (code, seat, action, has_failed, at) => words.ask<Drafted>("draft_bot", { code, seat, action, has_failed, at }),
  commit: (code) => words.ask<Standing>("commit", { code }),
  asked: (code) => words.ask("asked", { code }),
  frame: (code, seat) => words.ask("frame", { code, seat }),
};
const tableBots: Bots = {
  think: ({ game, ...given }) => thinker(game).ask("think", { game, ...given }),
  stumble: ({ game, ...given }) => thinker(game).ask("stumble", { game, ...given }),
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

/** Lay a table that this tab only looks at, as its newest events say. */
export async function ready(code: string): Promise<void> {
  if (await tabs.driven(code)) return;
  const from = await shelf();
  const kept = await from.get(code);
  if (!kept) throw new Problem("no_such_table", "", 404);
  if (laid.get(code) === kept.version) return;
  await tableWords.rebuild(kept.row, await from.events(code));
  laid.set(code, kept.version);
}

/** Open a table: its row and its first event are written before anybody sees it. */
export async function open(asked: { code: string; setup: string; share: string; salt: string; name: string; parent: string | null }): Promise<void> {
  const { row, event } = await words.ask<{ row: Kept["row"]; event: Happened }>("open", { ...asked, at: Date.now() });
  const standing = await words.ask<Standing>("commit", { code: asked.code });
  await (await shelf()).put({ code: asked.code, row, listed: standing.listed, version: standing.version }, event);
}

/** What the strongest bot would do on a seat. */
export async function hint(code: string, seat: number): Promise<Hint> {
  const asked = await words.ask<{ game: string; level: string; view: string; seed: string }>("hint_ask", { code, seat });
  const thought = await thinker(asked.game).ask("advise", { ...asked, seat });
  return words.ask<Hint>("hint_tell", { code, seat, thought });
}
