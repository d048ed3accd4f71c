// Where things stand on the maze's baize, and the ways characters may run there.
import { placeOf, type Run, type View } from "./view";

/** The side of a cell, in the drawing's own units. */
export const PITCH = 118;

export const x = (cell: string) => (placeOf(cell).column + 0.5) * PITCH;
export const y = (cell: string) => (placeOf(cell).row + 0.5) * PITCH;
export const at = (cell: string) => `transform: translate(${x(cell)}px, ${y(cell)}px)`;

export interface Trail {
  key: string;
  who: "mouse" | "cat";
  cell: string;
  /** The way as a path. */
  d: string;
  isPrey: boolean;
  /** A way that comes after another one. */
  isFaint: boolean;
}

function line(from: string, route: string[], to: string): string {
  return `M${[from, ...route, to].map((stop) => `${x(stop)} ${y(stop)}`).join("L")}`;
}

/** The ways of a run, as trails from where the runner stands. */
export function trails(view: View, name: string, run: Run | null, isFaint = false): Trail[] {
  const from = run ? view[run.who] : null;
  if (!run || !from) return [];
  return run.ways.map((way) => ({
    key: `${name} ${run.who} ${way.cell}`,
    who: run.who,
    cell: way.cell,
    d: line(from, way.route, way.cell),
    isPrey: way.is_prey,
    isFaint,
  }));
}
