// The tables of this person: what a list says of one, and which ones were taken off the list on this device.
import { listed } from "../frame/text";
import { hide as tellServer, isHere, type Listed } from "../api/client";

const KEY = "removed tables";
/** So many are remembered: older ones have long left the server's list. */
const MOST = 200;

function stored(): string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? found.filter((code): code is string => typeof code === "string") : [];
  } catch {
    return []; // storage is switched off, or holds something else: nothing was removed
  }
}

class Removed {
  #codes = $state.raw<string[]>(stored());

  has(code: string): boolean {
    return this.#codes.includes(code);
  }

  #keep(codes: string[]): void {
    this.#codes = codes.slice(-MOST);
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#codes));
    } catch {
      // it lasts as long as this page
    }
  }

  add(code: string): void {
    this.#keep([...this.#codes.filter((one) => one !== code), code]);
  }

  undo(code: string): void {
    this.#keep(this.#codes.filter((one) => one !== code));
  }
}

/** Tables taken off the list on this device: those laid here, and others until the server knows. They go on, and their address leads there. */
export const removed = new Removed();

/** Whether a table is out of sight. */
export const isHidden = (table: Listed): boolean => table.hidden || removed.has(table.table);

/** Put a table out of sight at once, and tell the server of it, for this person's other devices; or bring it back. */
export async function hide(table: Listed, is: boolean): Promise<void> {
  if (is) removed.add(table.table);
  else removed.undo(table.table);
  if (!isHere(table.table)) await tellServer(table.table, is);
}

/** Let the server know of what was removed here, and forget what it knows. */
export function settle(
  tables: readonly Listed[],
  tell: (code: string) => void = (code) => void tellServer(code, true).catch(() => null),
): void {
  for (const { table, hidden } of tables) {
    if (isHere(table) || !removed.has(table)) continue;
    if (hidden) removed.undo(table);
    else tell(table);
  }
}

const NUMBERS = ["no", "a", "two", "three", "four", "five", "six"];

/** Who else sits at a table: "with Ines and two bots"; nothing where the server does not say. */
export function company(table: Listed): string {
  const others = table.seats.filter((seat) => !seat.mine);
  const people = others.filter((seat) => seat.kind === "person").map((seat) => seat.name || seat.role);
  const bots = others.filter((seat) => seat.kind === "bot").length;
  const names = [...people, ...(bots > 0 ? [`${NUMBERS[bots] ?? bots} ${bots === 1 ? "bot" : "bots"}`] : [])];
  return names.length > 0 ? `with ${listed(names)}` : table.seats.length === 1 ? "alone" : "";
}

/** Whether something else is played there than what the rulebook prints. */
export function agreed(table: Listed): string {
  return table.house_rules.length > 0 ? "by house rules" : "";
}

const UNITS: [ms: number, one: string, many: string][] = [
  [86_400_000, "a day", "days"],
  [3_600_000, "an hour", "hours"],
  [60_000, "a minute", "minutes"],
];

/** How long something has lasted, as people say it; nothing within the first minute. */
export function lasting(ms: number): string {
  for (const [unit, one, many] of UNITS) {
    const count = Math.floor(ms / unit);
    if (count > 0) return count === 1 ? `for ${one}` : `for ${count} ${many}`;
  }
  return "";
}

/** How it stands there: whose move it is and since when, or what it waits for. */
export function standing(table: Listed, now = Date.now()): string {
  if (table.state === "over") return "over";
  if (table.state === "closed") return "ended early";
  if (table.state === "lobby") return "waiting for people";
  const since = table.since === null || table.since === undefined ? "" : ` ${lasting(now - table.since)}`.trimEnd();
  if (table.my_turn) return `your move${since}`;
  const acting = table.seats.filter((seat) => seat.acting && !seat.mine).map((seat) => seat.name || seat.role);
  return acting.length > 0 ? `waiting for ${listed(acting)}${since}` : "going on";
}

/** What a finished game was for this person, in a word. */
export function ending(table: Listed): string {
  const result = table.result;
  if (!result || result.won === null) return "";
  return result.won ? "won" : result.place === null ? "lost" : `place ${result.place}`;
}

export interface Part {
  title: string;
  tables: Listed[];
}

/** The list in parts, by what there is to do; who waits longest for this person stands first. */
export function parted(tables: readonly Listed[]): Part[] {
  const isOver = (table: Listed) => table.state === "over" || table.state === "closed";
  const going = tables.filter((table) => !isOver(table) && table.state !== "lobby");
  const mine = going.filter((table) => table.my_turn).sort((a, b) => (a.since ?? a.last) - (b.since ?? b.last));
  return [
    { title: "Your turn", tables: mine },
    { title: "Others' turn", tables: going.filter((table) => !table.my_turn) },
    { title: "Waiting for people", tables: tables.filter((table) => table.state === "lobby") },
    { title: "Finished", tables: tables.filter(isOver) },
  ].filter((part) => part.tables.length > 0);
}
