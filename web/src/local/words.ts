// Words and pictures on this device: the server's own tables and gate in MicroPython, on rules by WebAssembly.

import type { GameModule } from "./module";

/** The packed words: sources by path, those that all games share and each game's own. */
export type WordsFile = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** As much of MicroPython as is used. */
export interface MicroPython {
  readonly FS: { mkdir(path: string): void; writeFile(path: string, text: string): void };
  readonly _module: {
    getValue(at: number, kind: "i8" | "i32"): number;
    setValue(at: number, value: number, kind: "i8" | "i32" | "double"): void;
  };
  runPython(code: string): unknown;
  pyimport(name: string): { ask(name: string, text: string): string };
}

export type LoadMicroPython = (options: { url: string; heapsize: number; pystack: number }) => Promise<MicroPython>;

const HEAP = 24 << 20;
const PYSTACK = 32 << 10;
const HOME = "/app";
const ANSWERED = '{"answer":';

/** What goes wrong at a table, as the server would say it. */
export class TableProblem extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

export class Words {
  private readonly python: MicroPython;
  private readonly packs: WordsFile[];
  private readonly folders = new Set<string>();
  private readonly games = new Map<string, GameModule>();
  private current: GameModule | null = null;
  private local: { ask(name: string, text: string): string } | null = null;

  private constructor(python: MicroPython, files: WordsFile) {
    this.python = python;
    this.packs = [files];
  }

  static async start(load: LoadMicroPython, url: string, files: WordsFile): Promise<Words> {
    const words = new Words(await load({ url, heapsize: HEAP, pystack: PYSTACK }), files);
    (globalThis as Record<string, unknown>)["mousehole"] = words.bridge();
    words.folder(HOME);
    words.write(files, "shared");
    words.python.runPython(`import sys\nsys.path.insert(0, "${HOME}")`);
    return words;
  }

  /** Bring in a game: its words, and the module that its rules are in. */
  use(game: string, module: GameModule): void {
    if (!this.games.has(game)) for (const files of this.packs) this.write(files, game);
    this.games.set(game, module);
  }

  /** Bring in more words, for the games that are here and those that come. */
  learn(files: WordsFile): void {
    this.packs.push(files);
    for (const part of ["shared", ...this.games.keys()]) this.write(files, part);
  }

  /** Ask the local table something; `game` is whose rules are meant. */
  ask(game: string, name: string, wish: unknown): unknown {
    return JSON.parse(this.text(game, name, wish));
  }

  /** The same, and the answer as the text it is: a large one is read once, by whoever wants it. */
  text(game: string, name: string, wish: unknown): string {
    const said = this.said(game, name, JSON.stringify(wish));
    if (said.startsWith(ANSWERED)) return said.slice(ANSWERED.length, -1);
    const { error } = JSON.parse(said) as { error: { code: string; message: string } };
    throw new TableProblem(error.code, error.message);
  }

  /** The same in texts, as they go in and come out. */
  said(game: string, name: string, wish: string): string {
    this.current = this.games.get(game) ?? null;
    this.local ??= this.python.pyimport("door_for_page");
    return this.local.ask(name, wish);
  }

  private write(files: WordsFile, part: string): void {
    for (const [path, text] of Object.entries(files[part] ?? {})) {
      const parts = path.split("/");
      for (let i = 1; i < parts.length; i++) this.folder(`${HOME}/${parts.slice(0, i).join("/")}`);
      this.python.FS.writeFile(`${HOME}/${path}`, text);
    }
  }

  private folder(path: string): void {
    if (this.folders.has(path)) return;
    this.folders.add(path);
    this.python.FS.mkdir(path);
  }

  /** What stand_ins/bridge.py calls. */
  private bridge(): object {
    return {
      has: (name: string) => this.current?.has(name) ?? false,
      memory: () => this.current?.known.memory ?? 0,
      upper: (text: string) => text.toUpperCase(),
      lower: (text: string) => text.toLowerCase(),
      call: (name: string, result: number, ...given: (number | string)[]) => {
        this.call(name, result, given);
      },
    };
  }

  /** Go through a door with what lies in MicroPython's memory; copy it there, and back what has changed. */
  private call(name: string, result: number, given: readonly (number | string)[]): void {
    const game = this.current;
    if (game === null) throw new Error("no game is in use");
    game.aside(() => {
      const flat: (number | bigint)[] = [];
      const copied: { from: number; to: number; bytes: number; isRecord: boolean }[] = [];
      const copy = (from: number, bytes: number, isRecord: boolean) => {
        const to = game.room(bytes);
        this.bring(game, from, to, bytes);
        copied.push({ from, to, bytes, isRecord });
        return to;
      };
      let next = 0;
      const number = () => Number(given[next++]);
      for (const [, kind, width] of game.known.doors[name] ?? []) {
        if (kind === "record") flat.push(copy(number(), width, true));
        else if (kind === "word") flat.push(BigInt.asIntN(64, BigInt(given[next++] ?? 0)));
        else if (kind === "int" || kind === "float") flat.push(number());
        else {
          const [at, count] = [number(), number()];
          flat.push(copy(at, count * width, false), count);
        }
      }
      this.python._module.setValue(result, game.enter(name, flat), "double");
      let hasChanged = 0;
      for (const { from, to, bytes, isRecord } of copied) {
        const changed = this.take(game, from, to, bytes);
        if (isRecord && changed) hasChanged = 1;
      }
      this.python._module.setValue(result + 8, hasChanged, "i8");
    });
  }

  private bring(game: GameModule, from: number, to: number, bytes: number): void {
    const memory = this.python._module;
    const [whole, target] = [bytes >> 2, game.bytes(to, bytes)];
    if (from & 3) {
      for (let i = 0; i < bytes; i++) target[i] = memory.getValue(from + i, "i8");
      return;
    }
    const wide = new Int32Array(game.memory.buffer, to, whole);
    for (let i = 0; i < whole; i++) wide[i] = memory.getValue(from + 4 * i, "i32");
    for (let i = 4 * whole; i < bytes; i++) target[i] = memory.getValue(from + i, "i8");
  }

  private take(game: GameModule, from: number, to: number, bytes: number): boolean {
    const memory = this.python._module;
    const source = new Int8Array(game.memory.buffer, to, bytes);
    let hasChanged = false;
    let i = 0;
    if ((from & 3) === 0) {
      const wide = new Int32Array(game.memory.buffer, to, bytes >> 2);
      for (; i < wide.length; i++) {
        if (memory.getValue(from + 4 * i, "i32") !== wide[i]) {
          memory.setValue(from + 4 * i, wide[i] ?? 0, "i32");
          hasChanged = true;
        }
      }
      i *= 4;
    }
    for (; i < bytes; i++) {
      if (memory.getValue(from + i, "i8") !== source[i]) {
        memory.setValue(from + i, source[i] ?? 0, "i8");
        hasChanged = true;
      }
    }
    return hasChanged;
  }
}
