import { describe, expect, it } from "vitest";
import type { Frame } from "../api/client";
import { hasWon, titleOf } from "./ending";

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
    const frame = over([0], [0, 1, 2, 3], [0, 0, 0, 0]);
    expect([titleOf(frame), hasWon(frame)]).toEqual(["A draw", false]);
  });
});
