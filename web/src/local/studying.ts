// Analysing a finished game on this device: move after move its words say what to search, a worker searches, and the words go on with that.
// One game at a time, and as long as somebody follows it. What is whole is kept.
import type { Analysis } from "../api/client";
import { folder } from "../frame/place";
import { keepAnalysis, keptAnalysis } from "./analyses";
import { Asker } from "./asker";
import type { Wanted } from "./growing";
import { ready, shelfHere, words } from "./here";

/** Nobody has looked for so long: it rests until somebody does. */
const FORGOTTEN = 10_000;
/** The worker ends after so long without work. */
const REST = 20_000;
const NOTHING: Analysis = { state: "none", message: "", done: 0, moves: 0, sides: [], verdicts: [], graph: [], luck: [] };

const searcher = new Asker(() => new Worker(new URL("./study.worker.ts", import.meta.url), { type: "module", name: folder }), REST);

/** The one analysis that is under way. */
let current: { code: string; looked: number; isGoing: boolean; hasFailed: boolean } | null = null;

async function goOn(mine: NonNullable<typeof current>): Promise<void> {
  if (mine.isGoing) return;
  mine.isGoing = true;
  try {
    const next = (found: unknown) => words.ask<Wanted | null>("study_next", { table: mine.code, found });
    let wanted = await next(null);
    while (wanted && mine === current && Date.now() - mine.looked < FORGOTTEN) wanted = await next(await searcher.ask("search", wanted));
    if (wanted) return;
    const whole = await words.ask<Analysis>("study", { table: mine.code });
    await keepAnalysis(
      mine.code,
      whole,
      (await (await shelfHere()).all()).map((kept) => kept.code),
    );
  } catch {
    mine.hasFailed = true;
  } finally {
    mine.isGoing = false;
  }
}

/** Have a game analysed, or go on with it; what was made before is there at once. */
export async function begin(code: string): Promise<Analysis> {
  const kept = await keptAnalysis(code);
  if (kept) return kept;
  await ready(code);
  const found = await words.ask<Analysis>("study_begin", { table: code });
  if (found.state !== "running") return found;
  if (current?.code !== code || current.hasFailed) current = { code, looked: 0, isGoing: false, hasFailed: false };
  current.looked = Date.now();
  void goOn(current);
  return found;
}

/** What is known so far, but for verdicts on moves before one. */
export async function look(code: string, since: number): Promise<Analysis> {
  const mine = current?.code === code ? current : null;
  if (!mine) {
    const kept = await keptAnalysis(code);
    return kept ? { ...kept, verdicts: kept.verdicts.filter((one) => one.move >= since) } : NOTHING;
  }
  const found = await words.ask<Analysis>("study", { table: code, since });
  if (mine.hasFailed) return { ...found, state: "failed", message: "This device could not go on with it. Ask for it again." };
  mine.looked = Date.now();
  if (found.state === "running") void goOn(mine);
  return found;
}
