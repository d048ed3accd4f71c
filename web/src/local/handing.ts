// What a game of this device sends to a server, so that it goes on there: who sits where, how it was dealt, and its moves.
import type { components } from "../api/schema";
import type { Happened } from "./store";

type NewTable = components["schemas"]["NewTable"];
type Seats = { person?: string | null; name?: string; bot?: string | null; device?: boolean }[];

/** The moves that stand: what was taken back is gone. */
export function movesIn(events: readonly Happened[]): [number, number][] {
  const moves: [number, number][] = [];
  for (const event of events) {
    if (event.kind === "moved") moves.push([event.seat ?? 0, Number(event.data.action)]);
    else if (event.kind === "undone") moves.pop();
  }
  return moves;
}

/** Write it as the server reads it. */
export function broughtGame(row: Record<string, unknown>, events: readonly Happened[], options: Record<string, string>): NewTable {
  const seats = (events[0]?.data.seats ?? []) as Seats;
  return {
    game: String(row.game),
    options,
    seats: seats.map(({ name = "", bot, device }) => {
      if (bot) return { kind: "bot", level: bot, name: "" };
      return device ? { kind: "device", level: "", name } : { kind: "me", level: "", name: "" };
    }),
    rules: row.rules as NonNullable<NewTable["rules"]>,
    promise_first: false,
    brought: { rules_version: Number(row.rules_version), share: String(row.share), salt: String(row.salt), moves: movesIn(events) },
  };
}
