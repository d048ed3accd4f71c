// The view of this game, as `frame.py` describes it.
export type Side = "open" | "wall" | "hole";
export type CogKind = "light" | "dark" | "none";
export type Runner = "mouse" | "cat";
export type Character = "mouse" | "cat" | "cheese";
export type AgendaName = "mouse" | "cat" | "cheese" | "cucumber";

export interface Card {
  card: number;
  name: string;
  sides: Side[];
  cogs: CogKind[];
  looks: number;
}
export interface MazeRoom {
  cell: string;
  card: Card;
  turn: number;
  under: string[];
}
export interface Way {
  cell: string;
  route: string[];
  is_prey: boolean;
  then: Run | null;
}
export interface Run {
  who: Runner;
  ways: Way[];
  may_stay: boolean;
}
export interface Agenda {
  agenda: AgendaName;
  name: string;
  goal: string;
  ability: string;
  is_seen: boolean;
  is_last: boolean;
  is_met: boolean;
  power: "none" | "waiting" | "kept" | "now" | "spent";
}
export interface Paths {
  mouse_cheese: boolean;
  cat_mouse: boolean;
  cells: string[];
}
export interface Happening {
  kind: string;
  card: number | null;
  cell: string | null;
  origin: string | null;
  who: Runner | null;
  agenda: AgendaName | null;
  quarters: number | null;
}
export interface View {
  game: "who_done_it";
  setup: string;
  level: string;
  is_easier: boolean;
  turn: number;
  phase: "abilities" | "turn" | "cover" | "place" | "run" | "cat" | "over";
  window: { column: number; row: number; columns: number; rows: number };
  rooms: MazeRoom[];
  mouse: string;
  cat: string | null;
  cheese: string;
  belt: Card[];
  deck: number;
  stacks: number[];
  agendas: Agenda[];
  paths: Paths;
  active: Runner | "either" | null;
  slips: boolean;
  placed: string | null;
  run: Run | null;
  cat_ways: string[];
  ended: string | null;
  is_solved: boolean;
  events: Happening[];
}
export interface Preview {
  action: number;
  turns: Happening[];
  run: Run | null;
  stays: Runner[];
  lost: string | null;
  paths: Paths | null;
}

/** A cell's column and row, counted from 0: "d4" is column 3, row 3. */
export const placeOf = (cell: string): { column: number; row: number } => ({
  column: cell.charCodeAt(0) - 97,
  row: Number(cell.slice(1)) - 1,
});
export const cellAt = (column: number, row: number): string => `${String.fromCharCode(97 + column)}${row + 1}`;
