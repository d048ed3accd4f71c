// The view of this game: `view.py` describes it, the types are made from that.
import type { components } from "../../api/schema";

type Schemas = components["schemas"];
export type View = Schemas["WhoDoneItView"];
export type Preview = Schemas["WhoDoneItPreview"];
export type Card = Schemas["WhoDoneItCard"];
export type MazeRoom = Schemas["WhoDoneItRoom"];
export type Run = Schemas["WhoDoneItRun"];
export type Agenda = Schemas["WhoDoneItAgenda"];
export type Happening = Schemas["WhoDoneItEvent"];
export type AgendaName = Agenda["agenda"];
export type Character = "mouse" | "cat" | "cheese";

/** A cell's column and row, counted from 0: "d4" is column 3, row 3. */
export const placeOf = (cell: string): { column: number; row: number } => ({
  column: cell.charCodeAt(0) - 97,
  row: Number(cell.slice(1)) - 1,
});
export const cellAt = (column: number, row: number): string => `${String.fromCharCode(97 + column)}${row + 1}`;
