// A table that this tab drives: one thing happens at a time; what happens is written first, applied after, and told to everybody who looks.
import { Problem, type Frame, type Listed } from "../api/client";
import { digest } from "../table/deal";
import type { Bots, Drafted, Stand, Wish, Words } from "./parts";
import type { Kept, Shelf } from "./store";

/** Somebody who looks at the table: this tab, or another. */
export interface Viewer {
  /** The seat whose eyes are wished for; null: the first one that is held. */
  seat: number | null;
  send(text: string): void;
}

const USUAL_PACE = 1;
/** A bot whose worker fails is asked again this often before it stumbles. */
const TRIES = 2;
/** So often in a row a bot may come too late before it is given up. */
const MOST_MISSES = 20;
/** Where a worker has broken down bots are asked again after so many milliseconds, and longer the next times. */
const PAUSES = [250, 1000, 4000, 15_000];

export interface Room {
  shelf: Shelf;
  words: Words;
  bots: Bots;
  now(): number;
  pause(milliseconds: number): Promise<void>;
}

export class Host {
  readonly #viewers = new Set<Viewer>();
  #line: Promise<unknown> = Promise.resolve();
  #isMinding = false;
  #isOver = false;
  #misses = 0;
  #breakdowns = 0;
  #stand: Stand | null = null;

  private constructor(
    private kept: Kept,
    private readonly room: Room,
  ) {}

  /** Take a table from the shelf and lay it out. */
  static async open(code: string, room: Room): Promise<Host> {
    const kept = await room.shelf.get(code);
    if (!kept) throw new Problem("no_such_table", "", 404);
    const host = new Host(kept, room);
    await host.#relay();
    return host;
  }

  get code(): string {
    return this.kept.code;
  }

  get #pace(): number {
    return (this.kept.row.rules as { pace?: number | null } | undefined)?.pace ?? USUAL_PACE;
  }

  async #relay(): Promise<void> {
    const events = await this.room.shelf.events(this.code);
    this.#stand = await this.room.words.restore(this.kept.row, events);
    this.kept = { ...this.kept, version: this.#stand.version };
  }

  /** Do one thing after another. */
  inLine<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#line.then(work, work);
    this.#line = turn.catch(() => undefined);
    return turn;
  }

  async join(viewer: Viewer): Promise<void> {
    this.#viewers.add(viewer);
    await this.inLine(() => this.#show(viewer));
    void this.#mind();
  }

  leave(viewer: Viewer): void {
    this.#viewers.delete(viewer);
  }

  get isEmpty(): boolean {
    return this.#viewers.size === 0;
  }

  /** Bots stop; nothing more happens here. */
  stop(): void {
    this.#isOver = true;
    this.#viewers.clear();
  }

  async #show(viewer: Viewer): Promise<void> {
    viewer.send(await this.room.words.frame(this.code, viewer.seat));
  }

  async #showAll(): Promise<void> {
    const frames = new Map<number | null, string>();
    for (const viewer of this.#viewers) {
      if (!frames.has(viewer.seat)) frames.set(viewer.seat, await this.room.words.frame(this.code, viewer.seat));
      viewer.send(frames.get(viewer.seat) ?? "");
    }
  }

  /** Lay the table again in a worker that knows nothing of it: the one before has broken down. Any other trouble stays. */
  async #laidAgain(thrown: unknown): Promise<void> {
    if (!(thrown instanceof Problem) || thrown.code !== "not_here") throw thrown;
    await this.#relay();
  }

  /** Let something happen: drafted, written, applied, told. What cannot be written does not happen. */
  async #happen(draft: () => Promise<Drafted>): Promise<Drafted> {
    const drafted = await draft().catch((thrown: unknown) => this.#laidAgain(thrown).then(draft));
    if (drafted.repeated) return drafted;
    try {
      await this.room.shelf.put({ ...this.kept, version: drafted.event.version }, drafted.event);
    } catch (problem) {
      if (problem instanceof Problem && problem.code === "stale_version") await this.#relay(); // another tab was faster: look again
      await this.#showAll();
      throw problem;
    }
    this.#stand = await this.room.words.apply(this.code, drafted.event);
    this.kept = { ...this.kept, version: this.#stand.version, listed: listedAs(this.kept, this.#stand, drafted.event.at) };
    if (this.#stand.state === "over") {
      const frame = JSON.parse(await this.room.words.frame(this.code, null)) as Pick<Frame, "outcome">;
      const listed = { ...this.kept.listed, result: resultOf(this.#stand, frame.outcome) };
      this.kept = { ...this.kept, listed, record: await this.room.words.record(this.code) };
    }
    void this.room.shelf.put(this.kept).catch(() => undefined); // what lists say of it; the event itself is safe
    return drafted;
  }

  /** Let a wish come true, and show it to everybody. */
  do(wish: Wish): Promise<Drafted> {
    return this.inLine(async () => {
      const done = await this.#happen(() => this.room.words.draft(this.code, wish, this.room.now()));
      await this.#showAll();
      return done;
    });
  }

  /** Carry out a message as a server's socket does. */
  async receive(viewer: Viewer, text: string): Promise<void> {
    const message = JSON.parse(text) as { type: string; id?: string; seat?: number; on?: boolean };
    const id = message.id ?? null;
    try {
      switch (message.type) {
        case "look":
          viewer.seat = message.seat ?? null;
          await this.inLine(() => this.#show(viewer));
          return;
        case "move":
        case "undo":
        case "end":
          await this.inLine(async () => {
            const wish = { ...message, what: message.type } as Wish;
            const done = await this.#happen(() => this.room.words.draft(this.code, wish, this.room.now()));
            const version = done.repeated ? done.version : done.event.version;
            viewer.send(JSON.stringify({ type: "accepted", id, version, repeated: done.repeated }));
            await this.#showAll();
          });
          void this.#mind();
          return;
        case "by_hand":
          await this.inLine(async () => {
            this.#stand = await this.room.words.byHand(this.code, message.on === true);
            await this.#showAll();
          });
          void this.#mind();
          return;
        case "ping":
          return; // those who sit here share this device, or are bots
        default:
          throw new Problem("not_here", "Nobody else is at this table to hear it.", 0);
      }
    } catch (thrown) {
      const problem = thrown instanceof Problem ? thrown : new Problem("device_trouble", "", 0);
      viewer.send(JSON.stringify({ type: "error", code: problem.code, message: problem.message, id }));
    }
  }

  /** Let bots move as long as they are asked, each after the table's pace, however easy it was; and the table for whoever has no choice. */
  async #mind(): Promise<void> {
    if (this.#isMinding || this.#isOver) return;
    this.#isMinding = true;
    try {
      for (;;) {
        const seat = this.#stand?.bots[0] ?? this.#stand?.forced[0];
        if (seat === undefined || this.#isOver) break;
        const isDone = await this.#moveFor(seat).then(
          () => (this.#misses = this.#breakdowns = 0) === 0,
          (thrown: unknown) => this.#isPassing(thrown),
        );
        if (!isDone) break;
      }
    } finally {
      this.#isMinding = false;
    }
  }

  /** Let a bot move, or the table for somebody who has no choice. */
  async #moveFor(seat: number): Promise<void> {
    const due = this.room.pause(1000 * this.#pace);
    const wish: Wish = this.#stand?.bots.includes(seat) ? await this.#thought(seat) : { what: "forced", seat };
    await due;
    if (!this.#isOver) await this.do(wish);
  }

  /**
   * A bot's move could not be made: where somebody else was faster it is asked again, and where a worker has broken down after a while. If
   * nothing helps, people hear why nothing goes on.
   */
  async #isPassing(thrown: unknown): Promise<boolean> {
    const problem = thrown instanceof Problem ? thrown : new Problem("device_trouble", "", 0);
    if (["illegal_move", "not_your_turn", "stale_version"].includes(problem.code) && (this.#misses += 1) < MOST_MISSES) return true;
    const pause = problem.code === "device_trouble" ? PAUSES[this.#breakdowns++] : undefined;
    if (pause !== undefined) {
      await this.room.pause(pause);
      return true;
    }
    const told = JSON.stringify({ type: "error", code: problem.code, message: problem.message, id: null });
    for (const viewer of this.#viewers) viewer.send(told);
    return false;
  }

  async #thought(seat: number): Promise<Wish> {
    const ask = () => this.room.words.asked(this.code, seat);
    const told = await this.inLine(() => ask().catch((thrown: unknown) => this.#laidAgain(thrown).then(ask)));
    const asked = { ...told, seed: told.seed ?? botSeed(`${this.kept.row.salt}`, told.moves, seat) };
    for (let tried = 0; tried < TRIES; tried += 1) {
      const action = await this.room.bots.think(asked).catch(() => null);
      if (action !== null) return { what: "bot", seat: asked.seat, action };
    }
    return { what: "bot", seat: asked.seat, action: await this.room.bots.think({ ...asked, level: "random" }), failed: true };
  }
}

/** What a list says of a table. */
export function listedAs({ listed }: Pick<Kept, "listed">, stand: Stand, last: number): Listed {
  return {
    ...listed,
    title: stand.title,
    state: stand.state,
    last,
    since: stand.acting.length > 0 ? last : null,
    my_turn: stand.seats.some((seat, number) => seat.mine && stand.acting.includes(number)),
    seats: stand.seats.map((seat, number) => ({
      role: seat.role,
      name: seat.name,
      kind: seat.bot === null ? "person" : "bot",
      mine: seat.mine,
      acting: stand.acting.includes(number),
    })),
  };
}

/** How a game ended for whoever holds seats here, as a server's list says it. */
function resultOf({ seats }: Stand, outcome: Frame["outcome"]): Listed["result"] {
  if (!outcome) return null;
  const mine = seats.flatMap((seat, number) => (seat.mine ? [number] : []));
  const places = mine.flatMap((number) => outcome.places?.[number] ?? []);
  return {
    sentence: outcome.sentence,
    won: mine.length > 0 ? mine.some((number) => outcome.winners.includes(number)) : null,
    place: places.length > 0 ? Math.min(...places) : null,
  };
}

/**
 * The chance a bot plays with: from the table's salt, which the record opens at the end, so that everybody can let the bot think again and
 * see that it was its move.
 */
export function botSeed(salt: string, moves: number, seat: number): string {
  return BigInt(`0x${digest("bot", salt, `${moves}`, `${seat}`).slice(0, 15)}`).toString();
}
