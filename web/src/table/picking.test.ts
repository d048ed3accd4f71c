import { describe, expect, it } from "vitest";
import type { LegalMove } from "../api/client";
import { Picking } from "./picking.svelte";

const move = (action: number, ...touches: string[]): LegalMove => ({
  action,
  name: `${action}`,
  text: `move ${action}`,
  touches,
  is_grave: false,
  is_pass: false,
});
const grave = (action: number, ...touches: string[]): LegalMove => ({ ...move(action, ...touches), is_grave: true });
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
  it("sends the move whose things are exactly those touched, at once", () => {
    const { pick, sent } = picking(RUNS);
    pick.touch("piece:clock");
    expect(pick.chosen).toBeNull();
    pick.touch("room:4");
    expect(sent).toEqual([3]);
    expect(pick.touched).toEqual([]);
    pick.touch("room:1"); // also the end of a longer way, whose furniture comes first
    expect(sent).toEqual([3, 1]);
  });
  it("waits where more could be touched, and takes another thing of the same kind in place of the one before", () => {
    const { pick, sent } = picking([move(1, "card:a"), move(2, "card:b"), move(3, "card:b", "trick:bomb")]);
    pick.touch("card:b");
    expect([pick.chosen?.action, sent]).toEqual([2, []]);
    pick.touch("trick:bomb");
    expect(sent).toEqual([3]);
    pick.touch("card:b");
    pick.touch("card:a");
    expect(sent).toEqual([3, 1]);
  });
  it("asks before a grave move, touched or pressed, and a second touch is no answer", () => {
    const { pick, sent } = picking([grave(1, "room:1"), grave(2), move(3)]);
    pick.touch("room:1");
    pick.touch("room:1");
    expect([pick.chosen?.action, sent]).toEqual([1, []]);
    pick.confirm();
    pick.play(grave(2));
    expect([pick.chosen?.action, pick.isBegun, sent]).toEqual([2, true, [1]]);
    pick.back();
    expect([pick.chosen, pick.isBegun]).toEqual([null, false]);
    pick.play(grave(2));
    pick.confirm();
    pick.play(move(3));
    expect(sent).toEqual([1, 2, 3]);
  });
  it("forgets a grave move that is not offered any more", () => {
    const { pick } = picking([grave(2), move(3)]);
    pick.play(grave(2));
    pick.offer([move(3)]);
    expect(pick.chosen).toBeNull();
  });
  it("keeps what is looked at first in hand until it is touched again", () => {
    const { pick, sent } = picking([move(1, "card:a"), move(2, "room:2")]);
    pick.lookedAt = ["card"];
    pick.touch("card:a");
    expect([pick.chosen?.action, sent]).toEqual([1, []]);
    pick.touch("card:a");
    pick.touch("room:2");
    expect(sent).toEqual([1, 2]);
  });
  it("drops what no longer makes sense when new moves are offered, and keeps the rest", () => {
    const { pick } = picking(RUNS);
    pick.touch("piece:clock");
    pick.touch("room:4", true);
    pick.offer([move(7, "piece:clock", "room:5")]);
    expect(pick.touched).toEqual(["piece:clock"]);
  });
  it("asks before everything where somebody is careful", () => {
    const { pick, sent } = picking(RUNS);
    pick.isCareful = true;
    pick.touch("room:2");
    expect(sent).toEqual([]);
    pick.confirm();
    pick.play(move(5));
    expect([pick.chosen?.action, sent]).toEqual([5, [2]]);
  });
});
