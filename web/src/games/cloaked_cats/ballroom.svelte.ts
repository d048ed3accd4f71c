// What the parts of this table share beside the room itself: the notebook's pages, what somebody looks at, and the width of the window.
import { MediaQuery } from "svelte/reactivity";
import { fill, isEmpty, parse, placeOf, scribble, type Pages } from "./notebook";
import { isReplay } from "./cards";
import type { Ball, Note } from "./view";

const FEATURES = 19;
/** From here on the notebook lies open beside the floor; below it is a sheet. */
export const wide = new MediaQuery("width >= 73.75em");
/** From here on cards lie in one row, upright. */
export const roomy = new MediaQuery("width >= 37.5em");

/** The pages of this visit, by table and seat. They are kept on the device only where it is one person's alone. */
const pagesBySeat = $state<Record<string, Pages>>({});
const keeping = $state<Record<string, boolean>>({});

function stored(place: string): string | null {
  try {
    return localStorage.getItem(place);
  } catch {
    return null; // storage is switched off: the notebook lasts as long as the page
  }
}

function store(place: string, pages: Pages | null): void {
  try {
    if (pages === null || isEmpty(pages)) localStorage.removeItem(place);
    else localStorage.setItem(place, JSON.stringify(pages));
  } catch {
    // as above
  }
}

export class Ballroom {
  readonly #room: Ball;
  /** A cat, a feature or a player that is looked at: what belongs to it is marked on the floor and in the notebook. */
  cat = $state<number | null>(null);
  feature = $state<number | null>(null);
  player = $state<number | null>(null);
  /** Whether the notebook is open, where it is a sheet. */
  isOpen = $state(false);
  /** What a touch in the notebook does while a guess is asked for. */
  tool = $state<"guess" | "pencil">("guess");

  constructor(room: Ball) {
    this.#room = room;
  }

  get #key(): string {
    return `${this.#room.frame.table}:${this.#room.seat ?? "watching"}`;
  }

  /** Whether this book is only read: those who watch see what is certain without asking. */
  get isReading(): boolean {
    return this.#room.seat === null || this.#room.view.phase === "over" || isReplay(this.#room);
  }

  get pages(): Pages {
    if (this.isReading) return fill({}, this.notes);
    return pagesBySeat[this.#key] ?? {};
  }

  /** What is certain of each player whose cloak this viewer does not see. */
  get notes(): Record<number, Note[]> {
    const players = this.#room.view.players;
    return Object.fromEntries(players.flatMap((player, seat) => (player.cloak === null ? [[seat, player.notes]] : [])));
  }

  /** Whether what becomes certain is written down by itself. */
  get isKeeping(): boolean {
    return keeping[this.#key] ?? false;
  }
  set isKeeping(on: boolean) {
    keeping[this.#key] = on;
    if (on) this.fill();
  }

  /** Take the notebook of this seat out, or throw away what is kept of a game that is over. */
  open(): void {
    const key = this.#key;
    const place = placeOf(this.#room.frame);
    if (place && !(key in pagesBySeat)) pagesBySeat[key] = parse(stored(place), FEATURES);
    if (this.#room.frame.created === 0 && this.#room.view.floor.length === 0) Reflect.deleteProperty(pagesBySeat, key); // a lesson begins again
    if (this.#room.isOver) store(`notebook:${key}`, null);
  }

  #write(pages: Pages): void {
    pagesBySeat[this.#key] = pages;
    const place = placeOf(this.#room.frame);
    if (place) store(place, pages);
  }

  /** Lead to the notebook, ready for a guess. */
  ask(): void {
    this.tool = "guess";
    if (wide.current) document.querySelector<HTMLElement>(".notebook .square[tabindex='0']")?.focus();
    else this.isOpen = true;
  }

  scribble(player: number, feature: number): void {
    this.#write(scribble(this.pages, FEATURES, player, feature));
  }

  fill(): void {
    this.#write(fill(this.pages, this.notes));
  }

  wipe(): void {
    keeping[this.#key] = false;
    this.#write({});
  }
}

const ballrooms = new WeakMap<Ball, Ballroom>();

/** The ballroom of a room: all parts of one table get the same. */
export function ballroomOf(room: Ball): Ballroom {
  let found = ballrooms.get(room);
  if (!found) {
    found = new Ballroom(room);
    ballrooms.set(room, found);
  }
  return found;
}
