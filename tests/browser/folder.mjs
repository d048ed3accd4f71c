// Loads what was built for tables without a server, from a folder, in Node.
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { GameModule } from "../../web/src/local/module.ts";
import { Words } from "../../web/src/local/words.ts";

export class Folder {
  constructor(folder) {
    this.folder = path.resolve(folder);
    this.index = JSON.parse(this.read("modules.json"));
  }
  read(name) {
    return fs.readFileSync(path.join(this.folder, name));
  }
  async module(id) {
    const known = this.index.games[id];
    return GameModule.load(known, this.read(known.file));
  }
  /** Words of a game, those of studies as well; `shortened` writes something else in some sources: [path, from, to]. */
  async words(id, shortened = []) {
    const { script, module } = this.index.micropython;
    const { loadMicroPython } = await import(pathToFileURL(path.join(this.folder, script)).href);
    const packed = (part) => JSON.parse(this.read(this.index.words[part].file));
    const words = await Words.start(loadMicroPython, path.join(this.folder, module), packed("shared"));
    words.learn(packed(id));
    words.use(id, await this.module(id));
    const studies = JSON.parse(this.read(this.index.studies.file));
    for (const [path, from, to] of shortened) {
      if (!studies.shared[path].includes(from)) throw new Error(`${path} does not say ${from}`);
      studies.shared[path] = studies.shared[path].replace(from, to);
    }
    words.learn(studies);
    return words;
  }
}

export function task() {
  const [folder, id, file] = process.argv.slice(2);
  return { folder: new Folder(folder), id, lines: file && JSON.parse(fs.readFileSync(file, "utf8")) };
}

export function answer(found) {
  process.stdout.write(JSON.stringify(found));
}

// MicroPython is one long line, which Node would print with every error.
process.on("uncaughtException", (error) => {
  console.error(String(error?.message ?? error).slice(-2000));
  process.exit(1);
});
