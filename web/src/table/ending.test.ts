import { describe, expect, it } from "vitest";
import type { Frame } from "../api/client";
import { hasWon, headsOf, ordinal, placeOf, scoresOf, titleOf } from "./ending";

function over(mine: number[], winners: number[], payoffs: number[], sides = [0, 1, 2, 3]): Frame {
  const seats = ["Saffron", "Ruby", "Indigo", "Fern"].map((role, seat) => ({
    seat,
    role,
    name: seat === 1 ? "Ines" : "",
    side: sides[seat],
  }));
  return { me: { seats: mine }, seats, outcome: { winners, payoffs } } as unknown as Frame;
}

describe("the end", () => {
  it("says that a win is shared, and with whom", () => {
    const frame = over([0], [0, 1], [0.5, 0.5, -0.5, -0.5]);
    expect([titleOf(frame), hasWon(frame)]).toEqual(["You share the win with Ines", true]);
    expect(titleOf(over([2], [0, 1], [0.5, 0.5, -0.5, -0.5]))).toBe("You lose");
    expect(titleOf(over([], [0, 1, 3], [1, 1, -3, 1]))).toBe("Saffron, Ines and Fern share the win");
  });
  it("is a plain win for one side, however many sit on it", () => {
    expect(titleOf(over([1], [1, 2, 3], [-1, 1, 1, 1], [0, 1, 1, 1]))).toBe("You win");
    expect(titleOf(over([0, 1], [1, 2, 3], [-1, 1, 1, 1], [0, 1, 1, 1]))).toBe("Ines, Indigo and Fern won");
  });
  it("is a draw where nobody has anything", () => {
    const frame = over([0], [], [0, 0, 0, 0]);
    expect([titleOf(frame), hasWon(frame)]).toEqual(["A draw", false]);
  });
  it("has the portrait of whoever won, of everybody in a draw, and none where the house wins", () => {
    expect(headsOf(over([0], [], [0, 0, 0, 0]))).toEqual([0, 1, 2, 3]);
    expect(headsOf(over([2], [1, 2, 3], [-1, 1, 1, 1], [0, 1, 1, 1]))).toEqual([2]);
    expect(headsOf(over([0], [1, 2, 3], [-1, 1, 1, 1], [0, 1, 1, 1]))).toEqual([1]);
    expect(headsOf(over([0], [], [-1]))).toEqual([]);
  });
  it("names places from three seats on, and lists the first one first", () => {
    const frame = over([2], [1], [-1, 1, -1, -1]);
    Object.assign(frame.outcome as object, { points: [9, 14, 11, 9], places: [3, 1, 2, 3] });
    expect(titleOf(frame)).toBe("You come 2nd of 4");
    expect(scoresOf(frame).map((line) => `${line.place} ${line.name} ${line.points}`)).toEqual([
      "1st Ines 14",
      "2nd You 11",
      "3rd Saffron 9",
      "3rd Fern 9",
    ]);
    const pair = {
      ...frame,
      seats: frame.seats.slice(0, 2),
      me: { seats: [0] },
      outcome: { winners: [1], payoffs: [-1, 1], points: [9, 14], places: [2, 1] },
    } as unknown as Frame;
    expect([titleOf(pair), placeOf(pair, 1), scoresOf(pair).map((line) => line.seat)]).toEqual(["You lose", "", [1, 0]]);
    expect(scoresOf(over([0], [0], [1]))).toEqual([]);
    expect([1, 2, 3, 4, 6].map(ordinal)).toEqual(["1st", "2nd", "3rd", "4th", "6th"]);
  });
});
