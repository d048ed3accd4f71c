// Asks local tables in MicroPython what was asked natively, and compares the answers letter by letter.
import { answer, task } from "./folder.mjs";

const { folder, id, lines } = task();
const begun = performance.now();
const words = await folder.words(id);
const names = {};
let first = null;
let ready = null;
for (const script of lines) {
  for (const [name, wish, theirs] of script) {
    const at = performance.now();
    const mine = words.said(id, name, wish);
    const counted = (names[name] ??= { asked: 0, same: 0, ms: 0 });
    counted.asked += 1;
    counted.ms += performance.now() - at;
    if (name === "frame") ready ??= performance.now() - begun;
    if (mine === theirs) counted.same += 1;
    else if (first === null) {
      let k = 0;
      while (mine[k] === theirs[k]) k++;
      first = { name, wish: wish.slice(0, 200), mine: mine.slice(Math.max(0, k - 80), k + 120), theirs: theirs.slice(Math.max(0, k - 80), k + 120) };
    }
  }
}
for (const counted of Object.values(names)) counted.ms = Number((counted.ms / counted.asked).toFixed(2));
answer({ names, first, ready: Math.round(ready ?? 0) });
