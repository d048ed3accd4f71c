// What this game's parts share: the turn of the card in hand, the preview of what is chosen, and the maze as it is shown while
// things move (it lags a little behind the view).
import type { LegalMove } from "../../api/client";
import { isStill, lasting } from "../../style/preferences.svelte";
import { sound } from "../../style/sounds";
import type { Room } from "../../table/room.svelte";
import type { Card, Character, Happening, MazeRoom, Preview, View } from "./view";

export interface ShownRoom {
  room: MazeRoom;
  card: Card;
  cell: string;
  /** Degrees clockwise; it only ever turns the way it was turned. */
  angle: number;
}

export const LAND = 180;
export const TURN = 280;
export const STEP = 170;
export const SWAP = 320;

export class Desk {
  /** The quarter turns, clockwise, that the player wishes for the card in hand; it counts on, so that drawings turn the short way. */
  wish = $state(0);
  /** The cell under the pointer. */
  hovered = $state("");
  /** A card of the belt that is dragged, and where the pointer is. */
  drag = $state.raw<{ slot: number; x: number; y: number } | null>(null);
  /** Whether the ways that are open just now are lit. */
  showsWays = $state(false);
  preview = $state.raw<Preview | null>(null);

  // The maze as it is shown.
  rooms = $state.raw<ShownRoom[]>([]);
  spots = $state.raw<Record<Character, string | null>>({ mouse: null, cat: null, cheese: null });
  running = $state<Character | "">("");
  /** The card that has just been laid. */
  landed = $state(-1);
  struck = $state("");
  isPlaying = $state(false);
  stepTime = $state(STEP);

  #room: Room<View>;
  #known = new Map<number, Preview>();
  #version = -1;
  #wanted = -1;
  #performance = 0;

  constructor(room: Room<View>) {
    this.#room = room;
  }

  // Previews

  /** Ask what a move would do; what was answered before is kept until something changes. */
  async foresee(move: LegalMove | null): Promise<void> {
    this.#refresh();
    this.#wanted = move?.action ?? -1;
    if (!move || !this.#known.has(move.action)) this.preview = null;
    if (!move) return;
    const { version } = this.#room.frame;
    const seen = await this.#answer(move);
    if (this.#wanted === move.action && this.#room.frame.version === version) this.preview = seen;
  }

  /** Ask about a move and keep the answer; nothing where there is none. */
  async #answer(move: LegalMove): Promise<Preview | null> {
    const { version } = this.#room.frame;
    const known = version === this.#version ? this.#known.get(move.action) : undefined;
    if (known) return known;
    const seen = await this.#room.foresee<Preview>(move.action);
    if (seen && version === this.#version) this.#known.set(move.action, seen);
    return seen;
  }

  /** Of several moves, the first that does not lose the game, as far as can be seen. */
  async firstSafe(moves: LegalMove[]): Promise<LegalMove | null> {
    this.#refresh();
    const seen = await Promise.all(moves.map((move) => this.#answer(move)));
    return moves.find((_, i) => seen[i] && seen[i].lost === null) ?? null;
  }

  #refresh(): void {
    const { version } = this.#room.frame;
    if (version === this.#version) return;
    this.#known.clear();
    this.#version = version;
  }

  // Showing the maze

  /** Put everything where the view says, at once. */
  settle(view: View): void {
    this.#performance += 1;
    this.isPlaying = false;
    this.running = "";
    this.landed = -1;
    this.rooms = view.rooms.map((room) => ({ room, card: room.card, cell: room.cell, angle: this.#angle(room) }));
    this.spots = { mouse: view.mouse, cat: view.cat, cheese: view.cheese };
  }

  #angle(room: MazeRoom): number {
    const wanted = room.turn * 90;
    const shown = this.rooms.find((found) => found.card.card === room.card.card);
    if (!shown || shown.cell !== room.cell) return wanted;
    const whole = room.card.looks * 90;
    let more = (((wanted - shown.angle) % whole) + whole) % whole;
    if (more > whole / 2) more -= whole;
    return shown.angle + more;
  }

  /** Show what happened one thing after another; `settle` ends it at any time. */
  async perform(before: View, view: View): Promise<void> {
    if (isStill() || !follows(before, view.events)) {
      this.settle(view);
      return;
    }
    this.settle(before);
    const mine = this.#performance;
    this.isPlaying = true;
    const wait = async (ms: number): Promise<boolean> => {
      await new Promise((done) => setTimeout(done, lasting(ms)));
      return mine === this.#performance;
    };
    for (const event of view.events) {
      if (!(await this.#show(event, before, view, wait))) return;
    }
    this.settle(view);
  }

  async #show(event: Happening, before: View, view: View, wait: (ms: number) => Promise<boolean>): Promise<boolean> {
    const { kind, cell } = event;
    if ((kind === "place" || kind === "cover") && cell) {
      const room = view.rooms.find((found) => found.cell === cell);
      if (!room) return true;
      const laid = { room, card: room.card, cell, angle: room.turn * 90 };
      this.rooms = [...this.rooms.filter((shown) => shown.cell !== cell), laid];
      this.landed = room.card.card;
      sound("card");
      return wait(LAND);
    }
    if ((kind === "cog" || kind === "turn") && cell) {
      const quarters = event.quarters === 3 ? -1 : (event.quarters ?? 0);
      this.rooms = this.rooms.map((shown) => (shown.cell === cell ? { ...shown, angle: shown.angle + 90 * quarters } : shown));
      sound("chip");
      return wait(TURN);
    }
    if (kind === "run" && event.who && cell) {
      const way = before.run?.ways.find((found) => found.cell === cell);
      const stops = [...(way?.route ?? []), cell];
      this.stepTime = Math.min(STEP, 640 / stops.length);
      this.running = event.who;
      for (const stop of stops) {
        this.spots = { ...this.spots, [event.who]: stop };
        sound("step");
        if (!(await wait(this.stepTime))) return false;
      }
      this.running = "";
      return wait(90);
    }
    if (kind === "cat_out" && cell) {
      this.spots = { ...this.spots, cat: cell };
      return wait(SWAP);
    }
    if (kind === "swap" && cell) {
      this.stepTime = SWAP;
      this.spots = { ...this.spots, cat: cell, cheese: event.origin ?? null };
      return wait(SWAP);
    }
    if (kind === "caught") {
      sound("pounce");
      return wait(200);
    }
    return true;
  }
}

/** Whether these events can have happened in that position: after a move was taken back they are older ones. */
function follows(before: View, events: Happening[]): boolean {
  const first = events[0];
  if (!first) return false;
  if (first.kind === "place" || first.kind === "cover") {
    return before.belt.some((card) => card.card === first.card) && (before.phase === "place" || before.phase === "cover");
  }
  if (first.kind === "run") return before.phase === "run" && before.run?.who === first.who && before[first.who ?? "mouse"] === first.origin;
  if (first.kind === "cat_out") return before.phase === "cat";
  if (first.kind === "turn") return before.phase === "turn";
  return before.phase !== "over";
}

const desks = new WeakMap<object, Desk>();

/** The desk of a room: every part of the page gets the same. */
export function deskOf(room: Room<View>): Desk {
  let desk = desks.get(room);
  if (!desk) {
    desk = new Desk(room);
    desks.set(room, desk);
  }
  return desk;
}

/** The number behind what is touched of a kind: "turn:2" gives 2. */
export function touchedOf(room: Room<View>, kind: string): string {
  return room.pick.touched.find((thing) => thing.startsWith(`${kind}:`))?.slice(kind.length + 1) ?? "";
}

/** Touch something without sending the move at once, whatever the player likes: a turn can still be changed. */
export function hold(room: Room<View>, thing: string): void {
  room.pick.touch(thing, true);
}

/** The turns that a card, or a room, may take just now. */
export function turnsOf(room: Room<View>): number[] {
  const held = room.pick.touched.filter((thing) => !thing.startsWith("turn:") && !thing.startsWith("active:"));
  const turns = room.pick.moves
    .filter((move) => held.every((thing) => move.touches.includes(thing)))
    .flatMap((move) => move.touches.filter((thing) => thing.startsWith("turn:")).map((thing) => Number(thing.slice(5))));
  return [...new Set(turns)].sort((a, b) => a - b);
}

/** How many turns of the thing in hand look different. */
function looksOf(room: Room<View>): number {
  const slot = touchedOf(room, "belt");
  const cell = touchedOf(room, "cell");
  const card = slot !== "" ? room.view.belt[Number(slot)] : room.view.rooms.find((found) => found.cell === cell)?.card;
  return card?.looks ?? 4;
}

/** Turn the card in hand to the next turn it may take; before it has a cell, just turn it. */
export function turnOn(room: Room<View>, step: 1 | -1): void {
  const desk = deskOf(room);
  const now = touchedOf(room, "turn");
  if (now === "") {
    desk.wish += step;
    return;
  }
  const turns = turnsOf(room);
  const looks = looksOf(room);
  for (let quarters: number = step; Math.abs(quarters) < looks; quarters += step) {
    const turn = (Number(now) + quarters + 2 * looks) % looks;
    if (!turns.includes(turn)) continue;
    const active = touchedOf(room, "active");
    desk.wish += quarters;
    hold(room, `turn:${turn}`);
    if (active) hold(room, `active:${active}`);
    return;
  }
}

/** Once a cell is chosen the card lies there in some turn: the wished one, or the next that is allowed and does not lose. */
export async function completeTurn(room: Room<View>): Promise<void> {
  const turns = turnsOf(room);
  const looks = looksOf(room);
  const desk = deskOf(room);
  const order = Array.from({ length: looks }, (_, more) => ({ more, turn: (((desk.wish + more) % looks) + looks) % looks })).filter(
    ({ turn }) => turns.includes(turn),
  );
  const hinted = room.pick.touched.every((thing) => room.isHinted(thing))
    ? order.find(({ turn }) => room.isHinted(`turn:${turn}`))
    : undefined;
  const first = hinted ?? order[0];
  if (!first) return;
  const cell = touchedOf(room, "cell");
  const held = room.pick.touched;
  const { version } = room.frame;
  const moves = (hinted ? [hinted] : order).flatMap(({ turn }) =>
    room.pick.moves.filter((move) => [...held, `turn:${turn}`].every((thing) => move.touches.includes(thing))),
  );
  desk.wish += first.more;
  hold(room, `turn:${first.turn}`);
  const before = room.pick.touched;
  const safe = moves.length > 1 ? await desk.firstSafe(moves) : null;
  const wanted = safe ?? moves[0];
  if (!wanted || room.frame.version !== version || room.pick.touched !== before || touchedOf(room, "cell") !== cell) return;
  const found = order.find(({ turn }) => wanted.touches.includes(`turn:${turn}`));
  if (found && found.turn !== first.turn) {
    desk.wish += found.more - first.more;
    hold(room, `turn:${found.turn}`);
  }
  const active = wanted.touches.find((thing) => thing.startsWith("active:"));
  if (active) hold(room, active); // beside both: the other one is a button away
}
