// Lets bots think by a game's module and compares every number they come to, to the last bit.
import { Bots, filesFor, standIn } from "../../web/src/local/bots.ts";
import { answer, task } from "./folder.mjs";

const { folder, id, lines } = task();
const game = await folder.module(id);
const bots = new Bots(game, folder.index.search);
const hex = (number) => Buffer.from(new Float64Array([number]).buffer).toString("hex");
const levels = {};
let first = null;

for (const line of lines) {
  const views = line.views.map((text) => Uint8Array.from(Buffer.from(text, "hex")));
  const thinks = standIn(game.known, line.level, views.at(-1));
  for (const file of filesFor(game.known, thinks, line.seat, views.at(-1))) bots.learn(file, folder.read(file.file));
  const begun = performance.now();
  const thought = bots.think(line.level, views, line.seat, BigInt(line.seed));
  const ms = performance.now() - begun;
  const found = thought.findings.map((one) => [one.action, one.visits, hex(one.worth)]);
  const isSame =
    thought.action === line.action &&
    thought.iterations === line.iterations &&
    JSON.stringify(found) === JSON.stringify(line.findings);
  const level = (levels[line.level] ??= { thoughts: 0, same: 0, here: [], there: [] });
  level.thoughts += 1;
  level.same += isSame;
  level.here.push(ms);
  level.there.push(line.ms);
  if (!isSame) first ??= { level: line.level, seat: line.seat, mine: [thought.action, thought.iterations, found], theirs: [line.action, line.iterations, line.findings] };
}
const median = (list) => Number(list.sort((a, b) => a - b)[list.length >> 1].toFixed(2));
for (const level of Object.values(levels)) Object.assign(level, { here: median(level.here), there: median(level.there) });
answer({ levels, first, memory: game.memory.buffer.byteLength });
