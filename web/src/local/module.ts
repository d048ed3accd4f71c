// One game's module: its rules and bots as WebAssembly. Positions are records of bytes, the same bytes as on a server.

const PAGE = 65536;
const STACK = 1 << 20;
const LINE = 64;

/** How a door takes one thing: its name, how it is handed over, and how many bytes each number (or record) has. */
export type Parameter = readonly [name: string, kind: "record" | "rows" | "array" | "table" | "int" | "word" | "float", width: number];

/** How a level searches; the names are those of `Settings` in bots/thinking.py. */
export interface Search {
  readonly iterations: number;
  readonly exploration: number;
  /** How much it explores among the moves at hand; 0: as elsewhere. */
  readonly scouting: number;
  readonly widening: number;
  readonly horizon: number;
  readonly reuse: number;
  readonly tries: number;
  readonly margin: number;
  readonly is_hasty: boolean;
  readonly stops: boolean;
  readonly trust: number;
  readonly edition: number;
  readonly does_remember: boolean;
  readonly has_net: boolean;
  /** How it searches instead where many play as its net has learnt it. */
  readonly crowd: Search | null;
  /** From so many players on it is a crowd. */
  readonly crowd_from: number;
}

/** How a level thinks: on each seat as `own` says, or as `search`; if it has a table, that is asked first. */
export interface Mind {
  readonly search: Search;
  readonly own: Readonly<Record<string, Search>>;
  readonly has_table: boolean;
  /** Who plays for it under house rules, or without its file of numbers, if it was made for the printed game alone. */
  readonly stands_in: string | null;
}

/** A file with a name that holds its hash, and how large it is, as it is and compressed. */
export interface BuiltFile {
  readonly file: string;
  readonly bytes: number;
  readonly gzip: number;
}

/** An array in a file of numbers that bots play by; `steps` are whole parts of what `scale` says for each row. */
export interface Part {
  readonly name: string;
  readonly kind: "i1" | "u1" | "i4" | "i8" | "f4";
  readonly shape: readonly number[];
  readonly at: number;
  readonly scale: string | null;
}

export interface NumbersFile extends BuiltFile {
  readonly parts: readonly Part[];
}

/** What modules.json says about a game. */
export interface GameFacts extends BuiltFile {
  readonly rules_version: number;
  readonly data_end: number;
  readonly record: number;
  readonly seats_at: number;
  readonly house_at: readonly number[];
  readonly max_actions: number;
  readonly max_seats: number;
  readonly actions: number;
  readonly sides: readonly number[];
  readonly memory: number;
  readonly vector: number;
  /** Tables that the module works out as soon as it is loaded: through which door, at which address, how many numbers. */
  readonly made: readonly (readonly [door: string, at: number, count: number])[];
  readonly doors: Readonly<Record<string, readonly Parameter[]>>;
  readonly levels: Readonly<Record<string, Mind>>;
  /** How it is searched when a finished game is analysed. */
  readonly study: Search;
  readonly net: NumbersFile | null;
  readonly table: NumbersFile | null;
}

/** What modules.json says about searches, the same for all games. */
export interface SearchFacts {
  readonly records: number;
  readonly trials: number;
  readonly deepest: number;
  readonly edges_a_node: number;
  readonly looks: number;
  readonly first_look: number;
  readonly strongest: string;
  /** So many records are needed to play a position on. */
  readonly played_on: number;
  /** So far a position is played on where a search would judge at once. */
  readonly farthest: number;
}

export interface ModulesFile {
  readonly stamp: string;
  /** The packed words: what all games share, and each game's own. */
  readonly words: Readonly<Record<string, BuiltFile>>;
  /** Words for puzzles, deals of the day and analyses, and the puzzles of each game: fetched when they are asked for. */
  readonly studies: BuiltFile;
  readonly puzzles: Readonly<Record<string, BuiltFile>>;
  readonly micropython: { readonly script: string; readonly module: string; readonly bytes: number; readonly gzip: number };
  readonly search: SearchFacts;
  readonly games: Readonly<Record<string, GameFacts>>;
}

/** A place in the module's memory: one length for a row, two for a table. */
export interface Area {
  readonly at: number;
  readonly lengths: readonly number[];
}

export type Given = number | bigint | Area;
type Exported = (...given: (number | bigint)[]) => number | undefined;

export class GameModule {
  readonly known: GameFacts;
  readonly memory: WebAssembly.Memory;
  private readonly exported: Readonly<Record<string, Exported>>;
  private top: number;

  private constructor(known: GameFacts, memory: WebAssembly.Memory, exported: Readonly<Record<string, Exported>>) {
    this.known = known;
    this.memory = memory;
    this.exported = exported;
    this.top = known.data_end + STACK;
  }

  static async load(known: GameFacts, source: BufferSource | WebAssembly.Module): Promise<GameModule> {
    const top = known.data_end + STACK;
    const memory = new WebAssembly.Memory({ initial: Math.ceil(top / PAGE) + 4 });
    const stack = new WebAssembly.Global({ value: "i32", mutable: true }, top);
    const made = source instanceof WebAssembly.Module ? source : await WebAssembly.compile(source);
    const instance = await WebAssembly.instantiate(made, { env: { memory, __stack_pointer: stack } });
    const game = new GameModule(known, memory, instance.exports as unknown as Record<string, Exported>);
    for (const [door, at, count] of known.made) game.enter(door, [at, count]);
    return game;
  }

  has(name: string): boolean {
    return name in this.exported;
  }

  /** Do something with room in memory that is free again afterwards. */
  aside<Answer>(work: () => Answer): Answer {
    const before = this.top;
    try {
      return work();
    } finally {
      this.top = before;
    }
  }

  /** Take room for so many bytes, all 0. Memory may move: typed arrays over it are made anew after this. */
  room(bytes: number): number {
    const at = this.top;
    this.top = (at + bytes + LINE - 1) & -LINE;
    const missing = this.top - this.memory.buffer.byteLength;
    if (missing > 0) this.memory.grow(Math.ceil(missing / PAGE));
    this.bytes(at, bytes).fill(0);
    return at;
  }

  row(count: number, width: number): Area {
    return { at: this.room(count * width), lengths: [count] };
  }

  /** Take room for bytes that are given, and put them there. */
  put(bytes: Uint8Array): number {
    const at = this.room(bytes.length);
    this.bytes(at, bytes.length).set(bytes);
    return at;
  }

  bytes(at: number, count: number): Uint8Array {
    return new Uint8Array(this.memory.buffer, at, count);
  }

  ints(area: Area): Int32Array {
    return new Int32Array(this.memory.buffer, area.at, area.lengths[0]);
  }

  floats(area: Area): Float64Array {
    return new Float64Array(this.memory.buffer, area.at, area.lengths[0]);
  }

  /** Take room for one word of chance. */
  chance(seed: bigint): Area {
    const area = this.row(1, 8);
    new DataView(this.memory.buffer).setBigUint64(area.at, BigInt.asUintN(64, seed), true);
    return area;
  }

  /** Go through a door, with what it takes by its names. */
  call(name: string, given: Readonly<Record<string, Given>>): number {
    const flat: (number | bigint)[] = [];
    for (const [parameter] of this.known.doors[name] ?? []) {
      const one = given[parameter];
      if (one === undefined) throw new Error(`${name} is not given ${parameter}`);
      if (typeof one === "object") flat.push(one.at, ...one.lengths);
      else flat.push(one);
    }
    return this.enter(name, flat);
  }

  /** Go through a door with everything in its order, arrays as address and lengths. */
  enter(name: string, flat: readonly (number | bigint)[]): number {
    const door = this.exported[name];
    if (door === undefined) throw new Error(`this game has no ${name}`);
    return door(...flat) ?? 0;
  }
}
