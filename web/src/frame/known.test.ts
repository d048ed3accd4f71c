import { beforeEach, describe, expect, it, vi } from "vitest";
import { countGame, forgetMet, gamesBegun, hasMet, isKnown, keepMet, know } from "./known";

describe("what this device knows", () => {
  beforeEach(() => {
    const kept = new Map<string, string>();
    vi.stubGlobal("localStorage", {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    });
  });
  it("remembers each thing of each game by itself", () => {
    know("goal", "a_game");
    expect([isKnown("goal", "a_game"), isKnown("lesson", "a_game"), isKnown("goal", "another")]).toEqual([true, false, false]);
  });
  it("counts the games that were begun", () => {
    countGame("a_game");
    countGame("a_game");
    expect([gamesBegun("a_game"), gamesBegun("another")]).toEqual([2, 0]);
  });
  it("knows whether a server has named somebody here, until the name is gone", () => {
    know("goal", "a_game");
    const told = [hasMet()];
    keepMet();
    told.push(hasMet());
    forgetMet();
    expect([...told, hasMet(), isKnown("goal", "a_game")]).toEqual([false, true, false, true]);
  });
  it("knows nothing where nothing can be kept", () => {
    vi.stubGlobal("localStorage", undefined);
    know("goal", "a_game");
    countGame("a_game");
    keepMet();
    forgetMet();
    expect([isKnown("goal", "a_game"), gamesBegun("a_game"), hasMet()]).toEqual([false, 0, false]);
  });
});
