// The address is the set-up: reading it, changing one thing in it, and the ways that lead on from it.
import type { components } from "../api/schema";
import type { GameFacts } from "../api/client";
import type { Box, Question } from "../games/game";

export type SetUp = components["schemas"]["LabSetUp"];
export type Way = components["schemas"]["LabWay"];
export const SECOND = "b.";
const SHARED = ["game", "games", "seed", "repeats"];

/** The query of an address with one thing changed: nothing takes it out. Commas stay readable. */
export function changed(query: string, key: string, value: string): string {
  const found = new URLSearchParams(query);
  if (value === "") found.delete(key);
  else found.set(key, value);
  return written(found);
}

/** The same set-up without the one beside it. */
export function alone(query: string): string {
  const found = new URLSearchParams(query);
  for (const key of [...found.keys()]) if (key.startsWith(SECOND)) found.delete(key);
  return written(found);
}

/** Another game, with as many games and the same seed, and nothing else. */
export function otherGame(query: string, game: string): string {
  const found = new URLSearchParams(query);
  const kept = new URLSearchParams({ game });
  for (const key of SHARED.slice(1)) {
    const value = found.get(key);
    if (value !== null) kept.set(key, value);
  }
  return written(kept);
}

/** Other seats: levels that were chosen side by side may not fit any more, so the first one plays for all. */
export function otherSeats(query: string, seats: number): string {
  const found = new URLSearchParams(query);
  for (const key of ["players", `${SECOND}players`]) {
    const value = found.get(key);
    if (value !== null) found.set(key, value.split(",")[0] ?? value);
  }
  found.set("seats", `${seats}`);
  found.delete(`${SECOND}seats`);
  return written(found);
}

/** The levels of all sides as an address has them, which may be newer than what was checked; one alone plays everywhere. */
export function playersIn(query: string, key: string, checked: readonly string[]): string[] {
  const found = new URLSearchParams(query).get(key)?.split(",") ?? [];
  return checked.map((one, at) => (found.length === checked.length ? found[at] : found[0]) ?? one);
}

/** One side's level changed. */
export function otherPlayer(query: string, key: string, players: readonly string[], side: number, level: string): string {
  const all = players.map((one, at) => (at === side ? level : one));
  return changed(query, key, all.every((one) => one === all[0]) ? (all[0] ?? "") : all.join(","));
}

/**
 * A set-up on other deals than the run that is shown: game g of a run has the deal seed + g, so the next ones lie behind them
 * all. A seed that was chosen since stands for other deals already.
 */
export function otherDeals(query: string, shown: SetUp): string {
  const seedOf = (address: string) => new URLSearchParams(address).get("seed");
  if (seedOf(query) !== seedOf(shown.address)) return query;
  return changed(query, "seed", `${BigInt(shown.seed) + BigInt(shown.games)}`);
}

function written(found: URLSearchParams): string {
  return found.toString().replaceAll("%2C", ",");
}

/** The address of one game of a run. */
export const gameAddress = (way: string, number: number): string => `/lab/game?${way}&number=${number}`;

/** The table's set-up with these options, a person at one seat and these bots at the others. */
export function tableAddress(setup: SetUp, way: Way, facts: GameFacts, mine: number): string {
  const found = new URLSearchParams({ game: setup.game });
  for (const option of facts.options) {
    const value = way.options[option.name];
    if (value !== undefined && value !== option.default) found.set(option.name, value);
  }
  const seat = mine < setup.seat_sides.length ? mine : 0;
  found.set("seats", setup.seat_sides.map((side, at) => (at === seat ? "me" : `bot:${way.players[side] ?? "housecat"}`)).join(","));
  return `/set?${found.toString().replaceAll("%3A", ":").replaceAll("%2C", ",")}`;
}

/** Whether an option differs from the usual, or (second set-up) from the first. */
export function isMarked(way: Way, other: Way | null, name: string, usual: string): boolean {
  const value = way.options[name];
  return other ? value !== other.options[name] : value !== usual;
}

/** What a set-up is called: by what it changes, or "As printed". */
export function nameOf(way: Way, facts: GameFacts, other: Way | null): string {
  const parts: string[] = [];
  for (const option of facts.options) {
    const value = way.options[option.name] ?? option.default;
    if (value === (other ? other.options[option.name] : option.default)) continue;
    const label = option.choices.length ? (option.labels[option.choices.indexOf(value)] ?? value) : value;
    parts.push(value === "on" ? option.label : value === "off" ? `No ${option.label.toLowerCase()}` : `${option.label} ${label}`);
  }
  if (other && way.players.join() !== other.players.join())
    parts.push([...new Set(way.players)].map((level) => level.replaceAll("_", " ")).join(" and "));
  if (other && way.seats !== other.seats) parts.push(`${way.seats} seats`);
  if (parts.length === 0) return other ? "The same" : "As printed";
  return parts.join(", ");
}

/** Questions that a designer may ask, as set-ups: those of all games on the shelf. */
export function questionsOf(boxes: Record<string, Box>): Question[] {
  return Object.entries(boxes).flatMap(([id, box]) =>
    (box.lab?.asks ?? []).map(({ text, query }) => ({ text, query: `game=${id}&${query}` })),
  );
}

const OWN = ["seats", "players", "without"];

/** Those questions whose options the games have. */
export function askable(questions: readonly Question[], games: readonly GameFacts[]): Question[] {
  return questions.filter(({ query }) => {
    const found = new URLSearchParams(query);
    const game = games.find((one) => one.id === found.get("game"));
    const names = [...found.keys()].map((key) => key.replace(SECOND, "")).filter((key) => !SHARED.includes(key) && !OWN.includes(key));
    return game !== undefined && names.every((name) => game.options.some((option) => option.name === name));
  });
}
