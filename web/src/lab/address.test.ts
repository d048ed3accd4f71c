import { describe, expect, it } from "vitest";
import type { GameFacts } from "../api/client";
import { BOXES } from "../games/game";
import {
  alone,
  askable,
  changed,
  nameOf,
  otherDeals,
  otherGame,
  otherPlayer,
  otherSeats,
  playersIn,
  questionsOf,
  tableAddress,
  type SetUp,
} from "./address";

const option = (name: string, usual: string, choices: string[] = []) => ({
  name,
  label: name,
  hint: "",
  default: usual,
  low: 0,
  high: 9,
  choices,
  labels: choices,
});
const facts = { id: "hide_and_squeak", options: [option("dawn", "20"), option("walls", "a", ["a", "b"])] } as unknown as GameFacts;
const way = { address: "", seats: 4, options: { dawn: "16", walls: "a" }, players: ["tiger", "lion"], without: "" };
const setup = { game: "hide_and_squeak", seat_sides: [0, 1, 1, 1], ways: [way] } as unknown as SetUp;

describe("an address", () => {
  it("changes one thing and keeps the rest", () => {
    expect(changed("game=x&players=tiger,lion", "dawn", "5")).toBe("game=x&players=tiger,lion&dawn=5");
    expect(changed("game=x&dawn=5", "dawn", "")).toBe("game=x");
    expect(alone("game=x&b.dawn=5&b.players=lion")).toBe("game=x");
    expect(otherGame("game=x&dawn=5&games=200&seed=3", "y")).toBe("game=y&games=200&seed=3");
  });
  it("seats one level a side, and one for all where they are the same", () => {
    expect(otherPlayer("game=x", "players", ["tiger", "lion"], 1, "tiger")).toBe("game=x&players=tiger");
    expect(otherPlayer("game=x", "b.players", ["tiger", "tiger"], 0, "lion")).toBe("game=x&b.players=lion,tiger");
    expect(otherSeats("game=x&players=tiger,lion&b.seats=3", 5)).toBe("game=x&players=tiger&seats=5");
  });
  it("knows levels that were chosen since the set-up was checked", () => {
    expect(playersIn("players=lion,tiger", "players", ["tiger", "tiger"])).toEqual(["lion", "tiger"]);
    expect(playersIn("players=lion", "players", ["tiger", "tiger"])).toEqual(["lion", "lion"]);
    expect(playersIn("players=lion", "b.players", ["tiger", "greedy"])).toEqual(["tiger", "greedy"]);
  });
  it("goes on behind all deals of the run that is shown, with what was chosen since", () => {
    const shown = { ...setup, address: "game=x&games=60&seed=31", seed: "31", games: 60 };
    expect(otherDeals(shown.address, shown)).toBe("game=x&games=60&seed=91");
    expect(otherDeals("game=x&games=50&seed=31&dawn=5", shown)).toBe("game=x&games=50&seed=91&dawn=5");
    expect(otherDeals("game=x&games=60&seed=7", shown)).toBe("game=x&games=60&seed=7");
  });
  it("leads to a table with the same options and bots, and a seat for me", () => {
    expect(tableAddress(setup, way, facts, 1)).toBe("/set?game=hide_and_squeak&dawn=16&seats=bot:tiger,me,bot:lion,bot:lion");
  });
  it("is named by what it changes", () => {
    expect(nameOf(way, facts, null)).toBe("dawn 16");
    expect(nameOf({ ...way, options: { dawn: "20", walls: "a" } }, facts, null)).toBe("As printed");
    expect(nameOf({ ...way, options: { dawn: "16", walls: "b" } }, facts, way)).toBe("walls b");
  });
});

describe("questions", () => {
  it("are asked only where the game has the option", () => {
    const texts = askable(questionsOf(BOXES), [facts]).map((one) => one.text);
    expect(texts).toEqual(["Does a longer night help the cat?"]);
  });
});
