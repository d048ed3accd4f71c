// What this device keeps of its tables: a row for each, and its events, numbered without a gap, as a server's store has them. An event is
// written before anything comes of it; opening a table is going through its events again.
import { Problem, type Listed } from "../api/client";

/** One thing that happened at a table, as the server's store has it. */
export interface Happened {
  version: number;
  at: number;
  kind: string;
  seat: number | null;
  data: Record<string, unknown>;
  person: string | null;
  key: string | null;
}

/** What is kept of a table beside its events. */
export interface Kept {
  code: string;
  /** What never changes about it, as the local table writes it. */
  row: Record<string, unknown>;
  /** What a list says of it. */
  listed: Listed;
  /** The version of the last event. */
  version: number;
  /** Its record once it is over: it can be saved whatever becomes of its rules. */
  record?: string;
}

/** Where tables are kept: the browser's database, or the page's memory where that cannot be had. */
export interface Shelf {
  /** Whether it outlasts the page. */
  readonly isLasting: boolean;
  all(): Promise<Kept[]>;
  get(code: string): Promise<Kept | undefined>;
  events(code: string): Promise<Happened[]>;
  /** Write a table's new state, and the event that led there; both or neither. An event of a version that is taken is refused. */
  put(kept: Kept, event?: Happened): Promise<void>;
  remove(code: string): Promise<void>;
}

/** So many tables are kept; beyond that the finished ones used longest ago go. */
export const MOST = 200;
const NAME = "mousehole";
const VERSION = 1;
const TABLES = "tables";
const EVENTS = "events";

/** Say what went wrong with the device's memory, as a problem with a code. */
export function shelfProblem(thrown: unknown): Problem {
  if (thrown instanceof Problem) return thrown;
  const name = thrown instanceof DOMException ? thrown.name : "";
  if (name === "QuotaExceededError") return new Problem("device_full", "", 0);
  if (name === "ConstraintError") return new Problem("stale_version", "", 0);
  return new Problem("device_trouble", "", 0);
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((yes, no) => {
    request.onsuccess = () => yes(request.result);
    request.onerror = () => no(request.error ?? new Error("the device's memory failed"));
  });
}

/** Wait until everything asked for is written; an abort (no room) is an error. */
function committed(work: IDBTransaction): Promise<void> {
  return new Promise((yes, no) => {
    work.oncomplete = () => yes();
    work.onabort = () => no(work.error ?? new DOMException("", "QuotaExceededError"));
  });
}

const ofTable = (code: string): IDBKeyRange => IDBKeyRange.bound([code, 0], [code, Number.MAX_SAFE_INTEGER]);

class Database implements Shelf {
  readonly isLasting = true;
  constructor(private readonly base: IDBDatabase) {
    base.onversionchange = () => base.close(); // another tab brings a newer page: it must not wait for this one
  }

  private async doing<T>(mode: IDBTransactionMode, ask: (work: IDBTransaction) => Promise<T>): Promise<T> {
    try {
      const work = this.base.transaction([TABLES, EVENTS], mode);
      const end = committed(work);
      const [found] = await Promise.all([ask(work), end]);
      return found;
    } catch (thrown) {
      throw shelfProblem(thrown);
    }
  }

  all = () => this.doing("readonly", (work) => done(work.objectStore(TABLES).getAll() as IDBRequest<Kept[]>));
  get = (code: string) => this.doing("readonly", (work) => done(work.objectStore(TABLES).get(code) as IDBRequest<Kept | undefined>));
  async events(code: string): Promise<Happened[]> {
    const found = await this.doing("readonly", (work) =>
      done(work.objectStore(EVENTS).getAll(ofTable(code)) as IDBRequest<(Happened & { code?: string })[]>),
    );
    return found.map(({ code: _, ...event }) => event);
  }
  async put(kept: Kept, event?: Happened): Promise<void> {
    await this.doing("readwrite", async (work) => {
      const asked: Promise<unknown>[] = [];
      if (event) asked.push(done(work.objectStore(EVENTS).add({ ...event, code: kept.code })));
      asked.push(done(work.objectStore(TABLES).put(kept)));
      await Promise.all(asked);
    });
  }
  async remove(code: string): Promise<void> {
    await this.doing("readwrite", (work) =>
      Promise.all([done(work.objectStore(TABLES).delete(code)), done(work.objectStore(EVENTS).delete(ofTable(code)))]),
    );
  }
}

/** Tables that last as long as the page. */
export class Memory implements Shelf {
  readonly isLasting = false;
  readonly #tables = new Map<string, Kept>();
  readonly #events = new Map<string, Happened[]>();

  all = () => Promise.resolve([...this.#tables.values()]);
  get = (code: string) => Promise.resolve(this.#tables.get(code));
  events = (code: string) => Promise.resolve([...(this.#events.get(code) ?? [])]);
  put(kept: Kept, event?: Happened): Promise<void> {
    const before = this.#events.get(kept.code) ?? [];
    if (event && before.some((one) => one.version === event.version)) return Promise.reject(new Problem("stale_version", "", 0));
    if (event) this.#events.set(kept.code, [...before, event]);
    this.#tables.set(kept.code, structuredClone(kept));
    return Promise.resolve();
  }
  remove(code: string): Promise<void> {
    this.#tables.delete(code);
    this.#events.delete(code);
    return Promise.resolve();
  }
}

async function open(): Promise<Shelf> {
  try {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(TABLES, { keyPath: "code" });
      request.result.createObjectStore(EVENTS, { keyPath: ["code", "version"] });
    };
    return new Database(await done(request));
  } catch {
    return new Memory(); // switched off, damaged as a whole, or of a newer page: what is there is left alone
  }
}

let opened: Promise<Shelf> | undefined;

/** This device's tables. */
export const shelf = (): Promise<Shelf> => (opened ??= open());

/** Whether a row of the list can be read at all. */
const isSound = (kept: Kept): boolean => typeof kept.listed?.title === "string" && typeof kept.row === "object";

/** The tables of this device as a list shows them, the one used last first; what cannot be read is listed as broken. */
export async function listedHere(from: Shelf): Promise<Listed[]> {
  const found = (await from.all()).map((kept) => (isSound(kept) ? kept.listed : broken(kept.code)));
  return found.sort((a, b) => b.last - a.last);
}

function broken(code: string): Listed {
  return {
    table: code,
    game: "",
    title: "A table that cannot be read",
    state: "closed",
    created: 0,
    last: 0,
    my_turn: null,
    since: null,
    seats: [],
    house_rules: [],
    result: null,
    hidden: false,
  };
}

/** Make room for one more: finished tables go first, those used longest ago; a game that goes on is never given up. */
export async function makeRoom(from: Shelf, most = MOST): Promise<void> {
  const all = await from.all();
  const spare = all.filter((kept) => isSound(kept) && kept.listed.state === "over").sort((a, b) => a.listed.last - b.listed.last);
  for (const kept of spare.slice(0, Math.max(0, all.length - most + 1))) await from.remove(kept.code);
  if (all.length - spare.length >= most) throw new Problem("too_many", "", 0);
}

/** Everything that is left of a table, as a file to be kept: its record, else its row and events as they are. */
export async function remains(from: Shelf, code: string): Promise<{ name: string; text: string }> {
  const kept = await from.get(code);
  const name = `mousehole-${code.slice(1)}`;
  if (kept?.record) return { name: `${name}.mousehole`, text: kept.record };
  return { name: `${name}.json`, text: JSON.stringify({ table: kept ?? null, events: await from.events(code) }, null, 1) };
}
