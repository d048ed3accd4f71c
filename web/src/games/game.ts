// What a game brings to the table. Everything else (bar, seats, story, prompt, sheets) is shared.
import type { Component } from "svelte";
import type { LegalMove } from "../api/client";
import type { Room } from "../table/room.svelte";

/** Parts get the room: frame, view, the things that can be touched, hint, belief, pings. They hold no rule. */

export type Part = Component<{ room: Room<any> }>;

export interface GamePage {
  /** The one big picture. It is as wide as its column, and never scrolls sideways. */
  Board: Part;
  /** The board as two of them lie side by side in an analysis, with what could be believed; usually the board itself. */
  Study?: Part;
  /** What the shades and numbers on that board mean, for a pair of eyes. */
  believed?: (seat: number) => string;
  /** Nothing in this game is hidden: one board says all. */
  isOpen?: boolean;
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
  /** Whether a button is the one to press although things can be touched too: a test that would be passed now. */
  isFirst?: (room: Room<any>, move: LegalMove) => boolean;
  /** Ways to moves whose things are not on the page yet (a notebook in a sheet): buttons of the prompt, before the moves. */
  promptWays?: (room: Room<any>) => { text: string; go: () => void }[];
  /** More buttons for the prompt while a move is put together: turning a card, and the like. */
  Tools?: Part;
  /** What the prompt says of the things touched so far, in place of the chosen move's text; nothing for the usual. */
  chosenText?: (room: Room<any>) => string;
  /** What the button says that sends the chosen move; nothing for "Confirm". */
  confirmText?: (room: Room<any>) => string;
  /** For each phase of the view the rule that speaks of it: there the rules open. */
  ruleOf?: Record<string, string>;
  /** The board is as high as it is wide, so that a paper has room beside it. */
  isSquare?: boolean;
  /** A title for the prompt, shorter than the question; usually "Your move". */
  promptTitle?: (room: Room<any>) => string;
}

export type Mood = "awake" | "asleep" | "stunned" | "waiting";

/** How a game looks on the lab's front. */
export interface Look {
  /** A CSS background. */
  ground: string;
  paint: string;
  words: string;
}

/** A question to the lab, as a set-up of the game, or two. */
export interface Question {
  text: string;
  query: string;
}

/** What the page says of a game before anybody sits down to it. */
export interface Box {
  /** The lid. */
  cover: string;
  /** What the home page says of the game beside its facts. */
  line: string;
  mood: string;
  /** Where a person sits who just wants to play; usually the first seat. */
  firstSeat?: number;
  /** An easier way to play, offered to newcomers: what the button says, what is said of it, and its options in a link. */
  gentle?: { label: string; text: string; query: string };
  /** What is decided in each phase, where one's own mistakes are counted. */
  decisions?: Record<string, string>;
  /** What the lab shows of it: the ground its dial lies on, colours on that, and what a designer may ask. */
  lab?: Look & { asks: Question[] };
  /** The table is fetched when it is needed. */
  table: () => Promise<{ default: GamePage }>;
}

/** The boxes on the shelf: a game joins by a folder of its own with a `box.ts`. */
export const BOXES: Record<string, Box> = Object.fromEntries(
  Object.entries(import.meta.glob<Box>("./*/box.ts", { eager: true, import: "default" })).map(([path, box]) => [path.split("/")[1], box]),
);

export const GAMES = Object.fromEntries(Object.entries(BOXES).map(([id, box]) => [id, box.table]));
