import { describe, expect, it } from "vitest";
import { arrange, CELL } from "./arrange";

describe("the dance floor", () => {
  it("has room for every number of cats, on a desk and on a phone, without overlap", () => {
    for (const [width, height] of [[640, 350], [350, 250], [1100, 620], [300, 400]] as const) {
      for (let count = 1; count <= 40; count += 1) {
        const { scale, spots } = arrange(count, width, height);
        expect(spots).toHaveLength(count);
        for (const [i, spot] of spots.entries()) {
          expect(spot.x - (CELL.width * scale) / 2).toBeGreaterThan(-1);
          expect(spot.x + (CELL.width * scale) / 2).toBeLessThan(width + 1);
          expect(spot.y + 40 * scale).toBeLessThan(height + 1);
          expect(spot.y - 110 * scale).toBeGreaterThan(-1);
          for (const other of spots.slice(0, i)) {
            expect(Math.abs(spot.x - other.x) >= CELL.width * scale - 1 || Math.abs(spot.y - other.y) >= CELL.height * scale - 1).toBe(true);
          }
        }
      }
    }
  });
  it("keeps the size of the cats while there is room", () => {
    expect(arrange(1, 640, 350)).toMatchObject({ scale: arrange(6, 640, 350).scale });
    expect(arrange(7, 640, 350).scale).toBeLessThan(arrange(6, 640, 350).scale);
  });
});
