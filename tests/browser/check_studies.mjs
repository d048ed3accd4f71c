// Analyses a finished game from words and module alone, as a page does, and compares what comes out letter by letter.
import { granted, Growing } from "../../web/src/local/growing.ts";
import { answer, task } from "./folder.mjs";

const { folder, id, lines } = task();
const [{ restore, shortened, theirs }] = lines;
const words = await folder.words(id, shortened);
const growing = new Growing(await folder.module(id), folder.index.search);
words.ask(id, "restore", restore);
const table = restore.row.code;
words.ask(id, "study_begin", { table });
let searches = 0;
const begun = performance.now();
for (let wanted = words.ask(id, "study_next", { table }); wanted; searches += 1)
  wanted = words.ask(id, "study_next", { table, found: granted(growing, wanted) });
const mine = words.said(id, "study", JSON.stringify({ table }));
let k = 0;
while (k < mine.length && mine[k] === theirs[k]) k++;
const first = mine === theirs ? null : { mine: mine.slice(Math.max(0, k - 80), k + 120), theirs: theirs.slice(Math.max(0, k - 80), k + 120) };
answer({ first, searches, seconds: (performance.now() - begun) / 1000 });
