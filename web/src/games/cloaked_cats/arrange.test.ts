import { describe, expect, it } from "vitest";
import { arrange, CELL } from "./arrange";

describe("the dance floor", () => {
  it("has room for every number of cats, on a desk and on a phone, without overlap", () => {
    for (const [width, height] of [
      [640, 350],
      [350, 250],
      [1100, 620],
      [300, 400],
    ] as const) {
      for (let count = 1; count <= 40; count += 1) {
        const { scale, spots } = arrange(count, width, height);
        expect(spots).toHaveLength(count);
        const [half, up, down] = [(CELL.width * scale) / 2, 110 * scale, 40 * scale];
        const isInside = spots.every(
          (spot) => spot.x - half > -1 && spot.x + half < width + 1 && spot.y - up > -1 && spot.y + down < height + 1,
        );
        const overlaps = spots.some((spot, i) =>
          spots.slice(0, i).some((other) => Math.abs(spot.x - other.x) < 2 * half - 1 && Math.abs(spot.y - other.y) < up + down - 1),
        );
        expect({ count, width, isInside, overlaps }).toEqual({ count, width, isInside: true, overlaps: false });
      }
    }
  });
  it("keeps the size of the cats while there is room", () => {
    expect(arrange(1, 640, 350)).toMatchObject({ scale: arrange(6, 640, 350).scale });
    expect(arrange(7, 640, 350).scale).toBeLessThan(arrange(6, 640, 350).scale);
  });
});
