// A table as a page sees it: the frame, what may be touched, and what has been asked for (hint, belief).
import type { Frame, Hint, LegalMove, Pointed } from "../api/client";
import { Picking } from "./picking.svelte";

export interface Doing {
  move(move: LegalMove): void;
  point?(place: string): void;
  /** Ask what a move would do, in games that have previews. */
  foresee?(action: number): Promise<unknown>;
}

export class Room<V = unknown> {
  #frame = $state.raw<Frame | null>(null);
  #before = $state.raw<Frame | null>(null);
  /** Counts the frames, so that a part can begin an animation again. */
  beat = $state(0);
  hint = $state.raw<Hint | null>(null);
  pings = $state.raw<Pointed[]>([]);
  /** How strong those at a table that counts are, by seat, in words. */
  ratings = $state.raw<Record<number, string>>({});
  /** Whether the belief is shaded on the board, as far as there is one. */
  showsBelief = $state(false);
  /** Whether every choice waits to be confirmed, whatever this person likes. */
  mustConfirm = false;
  /** Things struck out in pencil, and what to do when one is struck or not any more; null where there is no pencil. */
  struck = $state.raw<ReadonlySet<string>>(new Set());
  onstrike = $state.raw<((thing: string) => void) | null>(null);
  /** A moment that is only looked at: nothing on it can be touched. */
  isStudy = false;
  /** The things that the best move is about, where that is shown. */
  best = $state.raw<readonly string[]>([]);
  /** Whether the next touched thing is pointed at instead of being played. */
  isPointing = $state(false);
  /** So many pixels of the window's height are not the board's: what stands over it, and the prompt. */
  around = $state(0);
  readonly pick: Picking;
  readonly #doing: Doing;

  constructor(doing: Doing) {
    this.#doing = doing;
    this.pick = new Picking((move) => doing.move(move));
  }

  /** Take in a frame; the previous one is kept, for what has changed. */
  receive(frame: Frame): void {
    const known = this.#frame;
    if (known && known.seat === frame.seat && frame.version < known.version && frame.table === known.table) return;
    const isNext = known !== null && known.seat === frame.seat && frame.table === known.table;
    if (isNext && frame.version === known.version) {
      this.#frame = frame; // somebody came or went
    } else {
      this.#before = isNext ? known : null;
      this.#frame = frame;
      this.beat += 1;
      this.hint = null;
    }
    this.pick.offer(frame.moves);
  }

  get frame(): Frame {
    if (!this.#frame) throw new Error("there is no frame yet");
    return this.#frame;
  }

  get isReady(): boolean {
    return this.#frame !== null;
  }

  get view(): V {
    return this.frame.view as V;
  }

  /** The view before the last change, if this page has seen it with the same eyes. */
  get before(): V | null {
    return (this.#before?.view ?? null) as V | null;
  }

  /** Whether the last change was seen happening: only then its events are shown as movement. */
  get isMoving(): boolean {
    return this.#before !== null;
  }

  /** The seat whose eyes these are; null for a spectator. */
  get seat(): number | null {
    return this.frame.seat;
  }

  /** Whether somebody else, a person, plays on this viewer's side: only then there is anyone to point for. */
  get hasMates(): boolean {
    const { seats, me } = this.frame;
    const side = this.seat === null ? null : seats[this.seat]?.side;
    return seats.some((seat) => seat.kind === "person" && seat.side === side && !seat.stands_in && !me.seats.includes(seat.seat));
  }

  get isMine(): boolean {
    return this.frame.moves.length > 0;
  }

  get isOver(): boolean {
    return this.frame.state === "over";
  }

  /** How likely a hidden fact is, from 0 to 1, once the belief was asked for. */
  belief(key: string): number {
    return this.showsBelief ? (this.hint?.belief[key] ?? 0) : 0;
  }

  isHinted(thing: string): boolean {
    if (this.isStudy) return this.best.includes(thing);
    const hint = this.hint;
    return hint !== null && (this.frame.moves.find((move) => move.action === hint.action)?.touches.includes(thing) ?? false);
  }

  touch(thing: string): void {
    if (this.isPointing) {
      this.isPointing = false;
      this.point(thing);
    } else this.pick.touch(thing);
  }

  /** Show a place to one's own side. */
  point(place: string): void {
    this.#doing.point?.(place.replace(":", "_"));
  }

  /** What a move would do, as far as that is certain; nothing where it cannot be told. */
  async foresee<P>(action: number): Promise<P | null> {
    try {
      return ((await this.#doing.foresee?.(action)) ?? null) as P | null;
    } catch {
      return null; // the move can be made without it
    }
  }

  /** Who sits on a seat, as a sentence names them. */
  nameOf(seat: number): string {
    const found = this.frame.seats[seat];
    return found ? found.name || found.role : "";
  }
}
