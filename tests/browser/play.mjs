// Plays one game through the local table, everybody a bot: node play.mjs FOLDER GAME [LEVEL]
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { Bots, filesFor } from "../../web/src/local/bots.ts";
import { GameModule } from "../../web/src/local/module.ts";
import { Words } from "../../web/src/local/words.ts";
import "./folder.mjs";

const [folder, id, level = "housecat"] = process.argv.slice(2);
const read = (name) => fs.readFileSync(path.join(folder, name));
const index = JSON.parse(read("modules.json"));
const begun = performance.now();
const script = await import(pathToFileURL(path.resolve(folder, index.micropython.script)).href);
const words = await Words.start(script.loadMicroPython, path.resolve(folder, index.micropython.module), JSON.parse(read(index.words.shared.file)));
const known = index.games[id];
const compiled = await WebAssembly.compile(read(known.file));
words.learn(JSON.parse(read(index.words[id].file)));
words.use(id, await GameModule.load(known, compiled));
const bots = new Bots(await GameModule.load(known, compiled), index.search);
const seats = JSON.parse(process.env.SEATS ?? "null") ?? Array.from({ length: 2 > known.max_seats ? 1 : Math.min(4, known.max_seats) }, () => ({ kind: "bot", level }));
const opened = words.ask(id, "open", { code: "~TEST", game: id, seats, options: {}, share: "a", salt: "b", at: 1, name: "Ann" });
let state = words.ask(id, "restore", { row: opened.row, events: [opened.event], name: "Ann" });
words.ask(id, "frame", { table: "~TEST", seat: -1 });
console.log("ready", (performance.now() - begun).toFixed(0), "ms");
const events = [opened.event];
while (state.state === "playing") {
  const seat = state.bots[0];
  const asked = words.ask(id, "asked", { table: "~TEST", seat });
  const views = asked.views.map((text) => Buffer.from(text, "hex"));
  for (const file of filesFor(known, asked.level, seat, views.at(-1))) bots.learn(file, read(file.file));
  const thought = bots.think(asked.level, views, seat, BigInt(events.length));
  const { event } = words.ask(id, "do", { table: "~TEST", what: "bot", seat, action: thought.action, at: events.length });
  events.push(event);
  state = words.ask(id, "apply", { table: "~TEST", event });
  words.ask(id, "frame", { table: "~TEST", seat: -1, text: true });
}
const record = words.ask(id, "record", { table: "~TEST" });
console.log(events.length, "events", (performance.now() - begun).toFixed(0), "ms");
fs.writeFileSync(`/tmp/${id}.record`, record);
console.log(record.split("\n").slice(0, 14).join("\n"));
