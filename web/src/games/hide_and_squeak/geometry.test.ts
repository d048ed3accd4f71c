import { describe, expect, it } from "vitest";
import { boardHeight, boardWidth, catSpot, corner, mouseSpot, piecePose, ROOMS, shapeFor, tokenSpot, way } from "./geometry";

const SHAPES = [shapeFor(363, 500), shapeFor(640, 700), shapeFor(930, 640)];

describe("where things stand in the house", () => {
  it("chooses the board that fills its space", () => {
    expect(SHAPES.map((shape) => shape.name)).toEqual(["narrow", "middle", "wide"]);
    expect(shapeFor(820, 780).name).toBe("middle");
  });
  it("walks along the rows first, through every stop", () => {
    expect(way(0, [2, 5])).toEqual([0, 1, 2, 5]);
    expect(way(4, [4])).toEqual([4]);
    expect(way(8, [0])).toEqual([8, 7, 6, 3, 0]);
  });
  it("keeps five mice in one crawlspace inside it, on every board", () => {
    for (const shape of SHAPES)
      for (const room of ROOMS)
        for (let n = 0; n < 5; n += 1) {
          const left = corner(shape, room).x;
          const { x } = mouseSpot(shape, room, n, 5);
          expect(x).toBeGreaterThanOrEqual(left);
          expect(x + 100 * shape.mouse).toBeLessThanOrEqual(left + shape.room);
        }
  });
  it("keeps cat, tokens and furniture inside the house", () => {
    for (const shape of SHAPES) {
      for (const room of ROOMS) {
        const { x, y } = corner(shape, room);
        expect(catSpot(shape, room).y).toBeGreaterThan(y - 10);
        expect(catSpot(shape, room).x).toBeGreaterThan(x - 12);
        expect(tokenSpot(shape, room, 3).x + 60 * shape.token).toBeLessThan(x + shape.room + 14);
      }
      for (const piece of ["clock", "lamp", "plant", "armchair"] as const)
        for (const upright of [true, false]) {
          const pose = piecePose(shape, piece, upright);
          expect(pose.x).toBeGreaterThan(0);
          expect(pose.x).toBeLessThan(boardWidth(shape));
          expect(pose.y).toBeLessThan(boardHeight(shape));
        }
    }
  });
});
