// The shapes of what the server sends for this game, as games/cloaked_cats/frame.py has them.

export type Note = "yes" | "no" | "open";

export interface Feature {
  id: number;
  name: string;
  kind: "pose" | "colour" | "pattern" | "accessory";
  cats: number;
}
export interface Cat {
  id: number;
  name: string;
  pose: string;
  colour: string;
  pattern: string | null;
  accessory: string | null;
  features: number[];
}
export interface Cards {
  features: Feature[];
  cats: Cat[];
  players: string[];
}
export type Event =
  | { kind: "cat"; seat: number; cat: number; masks: number[] }
  | { kind: "guess"; seat: number; player: number; feature: number; is_right: boolean; payer: number; winner: number }
  | { kind: "pass"; seat: number }
  | { kind: "unmasked"; seat: number }
  | { kind: "draw"; seat: number }
  | { kind: "empty"; seats: number[] };
export interface Dancer {
  cat: number;
  host: number;
  masks: number[];
}
export interface Player {
  stock: number;
  won: number;
  covered: number;
  points: number;
  cats: number;
  shown: number[];
  cloak: number[] | null;
  hand: number[] | null;
  notes: Note[];
  given_away: number[];
}
export interface View {
  game: "cloaked_cats";
  phase: "play" | "guess" | "over";
  turn: number | null;
  first: number;
  round: number;
  is_last: boolean;
  deck: number;
  players: Player[];
  floor: Dancer[];
  events: Event[];
}
