import { describe, expect, it } from "vitest";
import type { LegalMove } from "../api/client";
import { Picking } from "./picking.svelte";

const move = (action: number, ...touches: string[]): LegalMove => ({ action, name: `${action}`, text: `move ${action}`, touches });
const RUNS = [move(1, "room:1"), move(2, "room:2"), move(3, "piece:clock", "room:4"), move(4, "piece:clock", "room:1"), move(5)];

function picking(moves: LegalMove[]) {
  const sent: number[] = [];
  const pick = new Picking((chosen) => sent.push(chosen.action));
  pick.offer(moves);
  return { pick, sent };
}

describe("choosing a move by touching things", () => {
  it("offers what some move has first, and nothing that needs something else before", () => {
    const { pick } = picking(RUNS);
    expect(["room:1", "room:2", "piece:clock", "room:4"].map((thing) => pick.isLive(thing))).toEqual([true, true, true, false]);
    expect(pick.needing("room:4").map((m) => m.action)).toEqual([3]);
    expect(pick.buttons.map((m) => m.action)).toEqual([5]);
  });
  it("chooses the move whose things are exactly those touched, and sends it once confirmed", () => {
    const { pick, sent } = picking(RUNS);
    pick.touch("piece:clock");
    expect(pick.chosen).toBeNull();
    pick.touch("room:4");
    expect(pick.chosen?.action).toBe(3);
    expect(sent).toEqual([]);
    pick.confirm();
    expect(sent).toEqual([3]);
    expect(pick.touched).toEqual([]);
  });
  it("takes another thing of the same kind in place of the one touched before", () => {
    const { pick } = picking(RUNS);
    pick.touch("room:1");
    pick.touch("room:2");
    expect(pick.chosen?.action).toBe(2);
    pick.touch("piece:clock");
    pick.touch("room:1");
    expect(pick.chosen?.action).toBe(4);
  });
  it("sends a chosen thing that is touched again", () => {
    const { pick, sent } = picking(RUNS);
    pick.touch("room:2");
    pick.touch("room:2");
    expect(sent).toEqual([2]);
  });
  it("drops what no longer makes sense when new moves are offered, and keeps the rest", () => {
    const { pick } = picking(RUNS);
    pick.touch("piece:clock");
    pick.touch("room:4");
    pick.offer([move(7, "piece:clock", "room:5")]);
    expect(pick.touched).toEqual(["piece:clock"]);
  });
  it("sends at once where one is quick and nothing else could be meant", () => {
    const { pick, sent } = picking(RUNS);
    pick.isQuick = true;
    pick.touch("room:2");
    expect(sent).toEqual([2]);
  });
});
