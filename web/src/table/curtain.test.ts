import { describe, expect, it } from "vitest";
import type { Frame } from "../api/client";
import { nextSeat } from "./curtain";

function frame(mine: number[], acting: number[], sides = [0, 1, 1], state = "playing"): Frame {
  return { me: { seats: mine }, acting, state, seats: sides.map((side, seat) => ({ seat, side })) } as unknown as Frame;
}

describe("the curtain", () => {
  it("never falls for one person alone, who keeps their own eyes", () => {
    expect(nextSeat(frame([1], [0]), null)).toEqual({ look: 1, curtain: null });
  });
  it("falls before somebody of another side looks, and shows a spectator's view meanwhile", () => {
    expect(nextSeat(frame([0, 1], [1]), 0)).toEqual({ look: -1, curtain: 1 });
    expect(nextSeat(frame([0, 1], [1]), null)).toEqual({ look: -1, curtain: 1 });
  });
  it("does not fall between people of one side", () => {
    expect(nextSeat(frame([1, 2], [2]), 1)).toEqual({ look: 2, curtain: null });
    expect(nextSeat(frame([0, 1, 2], [2]), 1)).toEqual({ look: 2, curtain: null });
  });
  it("stays open while others act, and when one's own turn goes on", () => {
    expect(nextSeat(frame([0, 1], [2]), 0)).toEqual({ look: 0, curtain: null });
    expect(nextSeat(frame([0, 1], [0, 1]), 1)).toEqual({ look: 1, curtain: null });
  });
  it("does not fall for a move that the table makes", () => {
    const forced = frame([0, 1], [1]);
    forced.seats[1] = { ...forced.seats[1], forced: true } as (typeof forced.seats)[number];
    expect(nextSeat(forced, 0)).toEqual({ look: 0, curtain: null });
  });
  it("has nothing to hide once the game is over", () => {
    expect(nextSeat(frame([0, 1], [], [0, 1], "over"), -1)).toEqual({ look: 0, curtain: null });
  });
});
