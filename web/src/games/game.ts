// What a game brings to the table. Everything else (bar, seats, story, prompt, sheets) is shared.
import type { Component } from "svelte";
import type { Room } from "../table/room.svelte";

/** Parts get the room: frame, view, the things that can be touched, hint, belief, pings. They hold no rule. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Part = Component<{ room: Room<any> }>;

export interface GamePage {
  /** The one big picture. It is as wide as its column, and never scrolls sideways. */
  Board: Part;
  /** Own cards, between board and prompt. */
  Hand?: Part;
  /** Panels of the rail above the seats, on a phone behind the score line (as a sheet, if `Score` is touched). */
  Aside?: Part;
  /** A line in the bar; on a phone it stands over the board. */
  Score?: Part;
  /** A notebook or the like: a panel on wide screens where the game places it, a sheet with this name on phones. */
  Notes?: { title: string; Sheet: Part; /** A sheet on wide screens too. */ isAlways?: boolean };
  /** The hand lies beside the prompt on wide screens; on narrow ones the board shows it itself. */
  isHandBeside?: boolean;
  /** What is public about a seat, under its name: ratings, tokens. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  SeatLine?: Component<{ room: Room<any>; seat: number; isRow?: boolean }>;
  /** Who a seat is in this game, before "tiger bot" or "you". */
  seatTitle?: (room: Room<any>, seat: number) => string;
  /** The portrait of a seat, in a round frame. */
  Face: Component<{ seat: number; size?: number; mood?: Mood; room?: Room<any> | null }>;
  /** A drawing at the foot of a short story. */
  Vignette?: Component;
  /** A few words beside a seat's name: "Larder", "3 cheese". */
  seatNote?: (room: Room<any>, seat: number) => string;
  /** What this viewer may point at for its own side ("a room"); nothing where it may not. */
  pointing?: (room: Room<any>) => string | null;
  /** Kinds of things that are looked at before they are played: touching one raises it, a button plays it. */
  lookedAt?: (room: Room<any>) => string[];
  /** Whether what is chosen loses the game, as the server foresees it. */
  isChosenLost?: (room: Room<any>) => boolean;
  /** Ways to moves whose things are not on the page yet (a notebook in a sheet): buttons of the prompt, before the moves. */
  promptWays?: (room: Room<any>) => { text: string; go: () => void }[];
  /** More buttons for the prompt while a move is put together: turning a card, and the like. */
  Tools?: Part;
  /** What the prompt says of the things touched so far, in place of the chosen move's text; nothing for the usual. */
  chosenText?: (room: Room<any>) => string;
  /** For each phase of the view the rule that speaks of it: there the rules open. */
  ruleOf?: Record<string, string>;
  /** A title for the prompt, shorter than the question; usually "Your move". */
  promptTitle?: (room: Room<any>) => string;
}

export type Mood = "awake" | "asleep" | "stunned" | "waiting";

/** Each game's table is fetched when it is needed. */
export const GAMES: Record<string, () => Promise<{ default: GamePage }>> = {
  hide_and_squeak: () => import("./hide_and_squeak"),
  cat_and_mouse: () => import("./cat_and_mouse"),
  cloaked_cats: () => import("./cloaked_cats"),
  mice_heist: () => import("./mice_heist"),
  who_done_it: () => import("./who_done_it"),
};

/** What the home page says of a game beside its facts. */
export const MOODS: Record<string, { line: string; mood: string }> = {
  hide_and_squeak: { line: "One cat hunts the house. The mice below the floor fill their pantry.", mood: "tense, giggly" },
  cat_and_mouse: { line: "An Inspector closes in while a burglar fills her bag, room by room.", mood: "sly, close" },
  cloaked_cats: { line: "A masked ball: every cat that dances gives a little of you away.", mood: "clever, festive" },
  mice_heist: { line: "Four jobs, one crew, and everybody hopes to be first at the cheese.", mood: "bold, lucky" },
  who_done_it: { line: "A clockwork house turns under your paws. Whose wish will it grant?", mood: "quiet, knotty" },
};
