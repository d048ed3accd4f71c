// Where the cats stand on the dance floor.

export interface Spot {
  x: number;
  y: number;
}
export interface Places {
  /** How large a cat's unit is on screen. */
  scale: number;
  /** The middle of each cat's shadow. */
  spots: Spot[];
}

/** The room for one cat with its masks, in its own measure. */
export const CELL = { width: 176, height: 150 };
/** The floor makes room in steps, so that cats do not shrink with every newcomer. */
const STEPS = [6, 8, 12, 15, 20, 24, 30, 40];

/** Stand so many cats on a floor of this size, as large as they may be, row by row. */
export function arrange(count: number, width: number, height: number): Places {
  const room = STEPS.find((step) => step >= count) ?? count;
  let columns = 1;
  let scale = 0;
  for (let tried = 1; tried <= room; tried += 1) {
    const fits = Math.min(width / (tried * CELL.width), height / (Math.ceil(room / tried) * CELL.height));
    if (fits > scale) [columns, scale] = [tried, fits];
  }
  scale = Math.min(scale, 1.6);
  const rows = Math.ceil(room / columns);
  const [across, down] = [width / columns, height / rows];
  const spots = Array.from({ length: count }, (_, i) => {
    const [row, column] = [Math.floor(i / columns), i % columns];
    const sway = row % 2 ? 0.5 : -0.5; // every other row stands a little to the side
    const slack = Math.max(0, across - CELL.width * scale);
    return {
      x: (column + 0.5) * across + sway * Math.min(slack, 0.12 * across),
      y: (row + 1) * down - (down - CELL.height * scale) / 2 - 40 * scale,
    };
  });
  return { scale, spots };
}
