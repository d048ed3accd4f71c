// The tables of this person: what a list says of one, and which ones were taken off the list on this device.
import { listed } from "../frame/text";
import type { Listed } from "../api/client";

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

/** Tables taken off the list on this device; they go on, and their address still leads there. */
export const removed = new Removed();

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

/** How it stands there: whose move it is, or what it waits for. */
export function standing(table: Listed): string {
  if (table.state === "over") return "over";
  if (table.state === "closed") return "ended early";
  if (table.state === "lobby") return "waiting for people";
  if (table.my_turn) return "your move";
  const acting = table.seats.filter((seat) => seat.acting && !seat.mine).map((seat) => seat.name || seat.role);
  return acting.length > 0 ? `waiting for ${listed(acting)}` : "going on";
}
