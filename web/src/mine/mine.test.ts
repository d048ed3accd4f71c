import { beforeEach, describe, expect, it } from "vitest";
import { lettersOf, nothing, parse, put } from "./kept";
import { mine } from "./mine.svelte";

const game = { code: "abc", game: "g", seat: 0, role: "cat", seats: 3, level: "tiger", won: 1 };
const found = { game: "g", decisions: 2, loss: 1.5, labels: ["best", "blunder"], kinds: { "where to run": 20 } };

describe("what is kept on the device", () => {
  beforeEach(() => mine.forget());

  it("keeps a game once, and is read again as it was", () => {
    mine.keepGame(game, 5);
    mine.keepGame({ ...game, won: 0 }, 6);
    expect(mine.games).toEqual([{ ...game, at: 5 }]);
    expect(parse(localStorage.getItem("mine")).games).toEqual(mine.games);
  });

  it("renews an analysis, with labels as letters", () => {
    mine.keepAnalysis("abc", 0, { ...found, loss: 9 }, 1);
    mine.keepAnalysis("abc", 0, found, 2);
    expect(mine.analyses.map((one) => [one.loss, one.labels])).toEqual([[1.5, "bx"]]);
    expect(mine.analysis("abc", 1)).toBeNull();
  });

  it("counts the first answer to a puzzle, but lets a missed one be solved", () => {
    mine.keepPuzzle("p", "g", 2, "missed");
    mine.keepPuzzle("p", "g", 2, "seen");
    expect(mine.puzzle("p")?.result).toBe("missed");
    mine.keepPuzzle("p", "g", 2, "solved");
    expect(mine.puzzle("p")?.result).toBe("solved");
    mine.keepPuzzle("h", "g", 2, "missed");
    mine.keepPuzzle("h", "g", 2, "hinted");
    mine.keepPuzzle("h", "g", 2, "missed");
    expect(mine.puzzle("h")?.result).toBe("hinted");
    mine.keepPuzzle("h", "g", 2, "solved");
    expect(mine.puzzle("h")?.result).toBe("helped");
    mine.keepPuzzle("q", "g", 2, "seen");
    mine.keepPuzzle("q", "g", 2, "solved");
    expect(mine.puzzle("q")?.result).toBe("seen");
  });

  it("counts the first game of a day's deal", () => {
    const day = { day: "2026-11-16", game: "g", code: "abc", seat: 0, role: "cat", won: 1, ending: "won" };
    mine.keepDay(day);
    mine.keepDay({ ...day, won: 0 });
    expect(mine.day("2026-11-16", "g")?.won).toBe(1);
  });

  it("begins with what another window has kept", () => {
    localStorage.setItem("mine", JSON.stringify({ ...nothing(), games: [{ ...game, code: "other", at: 1 }] }));
    mine.keepGame(game, 2);
    expect(mine.games.map((one) => one.code)).toEqual(["other", "abc"]);
  });

  it("reads what it can of a damaged text", () => {
    expect(parse("{")).toEqual(nothing());
    expect(parse(null)).toEqual(nothing());
    expect(parse('{"version": 7, "games": [1]}')).toEqual(nothing());
    expect(parse(JSON.stringify({ version: 1, games: [7, { ...game, at: 1 }, { ...game, won: null }], days: "no" })).games).toHaveLength(1);
  });

  it("keeps the newest where there are too many, and forgets all when told to", () => {
    expect(put([1, 2, 3], 4, 3, () => false)).toEqual([2, 3, 4]);
    mine.keepGame(game);
    expect(parse(mine.exported()).games).toHaveLength(1);
    mine.forget();
    expect([mine.games.length, localStorage.getItem("mine")]).toEqual([0, null]);
  });

  it("writes one letter a label", () => {
    expect(lettersOf(["best", "good", "doubtful", "mistake", "blunder"])).toBe("bgdmx");
  });
});
