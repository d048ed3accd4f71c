// Choosing a move by touching the things on the board that it is about.
import type { LegalMove } from "../api/client";

/**
 * A move touches things in order ("piece:clock", "room:3"). Touching one keeps the moves that are about it; what can be touched next
 * comes from the moves that remain. When the touched things are exactly those of one move, it is chosen. A chosen move is sent at once,
 * unless more can be touched for it, or it is grave: final, and able to lose the game. A grave move waits to be confirmed.
 */
export class Picking {
  #moves = $state.raw<LegalMove[]>([]);
  #touched = $state.raw<string[]>([]);
  /** A move about nothing on the board that waits to be confirmed. */
  #asked = $state.raw<LegalMove | null>(null);
  #send: (move: LegalMove) => void;
  /** Somebody wishes to confirm every move. */
  isCareful = $state(false);
  /** Kinds of things that are looked at before they are played ("card"): touching one raises it, a button plays it. */
  lookedAt: readonly string[] = [];

  constructor(send: (move: LegalMove) => void) {
    this.#send = send;
  }

  /** The moves of the frame; what was touched is kept as long as it still makes sense. */
  offer(moves: LegalMove[]): void {
    this.#moves = moves;
    if (this.#asked && !moves.some((move) => move.action === this.#asked?.action && move.name === this.#asked.name)) this.#asked = null;
    while (this.#touched.length > 0 && this.remaining.length === 0) this.#touched = this.#touched.slice(0, -1);
  }

  get moves(): readonly LegalMove[] {
    return this.#moves;
  }

  get touched(): readonly string[] {
    return this.#touched;
  }

  /** The moves that are about everything touched so far. */
  get remaining(): LegalMove[] {
    return this.#moves.filter((move) => this.#touched.every((thing) => move.touches.includes(thing)));
  }

  /** The moves that are offered as buttons: those about no thing on the board. */
  get buttons(): LegalMove[] {
    return this.#moves.filter((move) => move.touches.length === 0);
  }

  /** Whether something is chosen, in part or whole, that can be taken back. */
  get isBegun(): boolean {
    return this.#touched.length > 0 || this.#asked !== null;
  }

  /** The move that the touched things make up, if they do; or a button's move that waits to be confirmed. */
  get chosen(): LegalMove | null {
    if (this.#asked) return this.#asked;
    if (this.#touched.length === 0) return null;
    return this.remaining.find((move) => move.touches.length === this.#touched.length) ?? null;
  }

  /** Whether a thing may be touched now. */
  isLive(thing: string): boolean {
    return !this.isTouched(thing) && (this.#continues(thing) || this.#begins(thing));
  }

  isTouched(thing: string): boolean {
    return this.#touched.includes(thing);
  }

  /** Whether a thing becomes touchable once others have been: the moves about it that need something first. */
  needing(thing: string): LegalMove[] {
    if (this.#continues(thing)) return [];
    return this.#moves.filter((move) => move.touches.includes(thing));
  }

  /** The moves that would remain if a thing were touched. */
  about(thing: string): LegalMove[] {
    const found = this.remaining.filter((move) => move.touches.includes(thing));
    return found.length > 0 ? found : this.#moves.filter((move) => move.touches.includes(thing));
  }

  /** What a thing would do, in words: the one move it makes up, or nothing. */
  text(thing: string): string {
    const moves = this.about(thing);
    return moves.length === 1 ? (moves[0]?.text ?? "") : "";
  }

  /** Touch a thing; `isHeld`: its move waits, whatever it is, for there is more to choose (how a card is turned). */
  touch(thing: string, isHeld = false): void {
    this.#asked = null;
    if (this.isTouched(thing)) {
      if (!this.chosen) this.release(thing);
      else if (!this.chosen.is_grave) this.confirm(); // a grave one has its button: a thumb may touch twice
      return;
    }
    if (this.#continues(thing)) this.#touched = [...this.#touched, thing];
    else if (this.#begins(thing)) this.#touched = this.#replaced(thing);
    else return;
    if (!isHeld && !this.lookedAt.some((kind) => thing.startsWith(`${kind}:`))) this.#sendPlain();
  }

  /** Show things as touched that nobody touches now: what was chosen at a moment that is looked at. */
  show(things: readonly string[]): void {
    this.#asked = null;
    this.#touched = [...things];
  }

  /** Send what is chosen if nothing is left to choose and nothing to be asked. */
  #sendPlain(): void {
    const chosen = this.chosen;
    if (!chosen || chosen.is_grave || this.isCareful) return;
    const goesOn = this.remaining.some((move) => move !== chosen && this.#touched.every((thing, place) => move.touches[place] === thing));
    if (!goesOn) this.confirm();
  }

  /** Put a thing back, and what was touched after it. */
  release(thing: string): void {
    const at = this.#touched.indexOf(thing);
    if (at >= 0) this.#touched = this.#touched.slice(0, at);
  }

  back(): void {
    if (this.#asked) this.#asked = null;
    else this.#touched = this.#touched.slice(0, -1);
  }

  clear(): void {
    this.#asked = null;
    this.#touched = [];
  }

  confirm(): void {
    const chosen = this.chosen;
    if (!chosen) return;
    this.clear();
    this.#send(chosen);
  }

  /** Play a move by its button or from the list of all moves: a grave one waits to be confirmed. */
  play(move: LegalMove): void {
    this.clear();
    if (move.is_grave || this.isCareful) this.#asked = move;
    else this.#send(move);
  }

  #order(move: LegalMove, thing: string): number {
    return move.touches.indexOf(thing);
  }

  /** A thing goes on from what is touched: some remaining move has it next, or later with nothing but it left to choose. */
  #continues(thing: string): boolean {
    return this.remaining.some((move) => {
      const place = this.#order(move, thing);
      if (place < 0) return false;
      return move.touches.slice(0, place).every((earlier) => this.isTouched(earlier));
    });
  }

  #begins(thing: string): boolean {
    return this.#replaced(thing).length > 0;
  }

  /** Another choice of the same kind takes the place of the earlier one ("room:4" after "room:3"), or all is begun again. */
  #replaced(thing: string): string[] {
    for (let kept = this.#touched.length - 1; kept >= 0; kept -= 1) {
      const before = this.#touched.slice(0, kept);
      const fits = this.#moves.some((move) => {
        const place = this.#order(move, thing);
        return place >= 0 && before.every((t) => move.touches.includes(t)) && move.touches.slice(0, place).every((t) => before.includes(t));
      });
      if (fits) return [...before, thing];
    }
    return [];
  }
}
