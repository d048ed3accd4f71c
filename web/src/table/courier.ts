// Carries messages between a page and its table: reconnects by itself, and sends again what was not confirmed.
import { isHere, type Frame, type Pointed, type Said } from "../api/client";

export type Line = "connecting" | "open" | "lost" | "refused";

/** The part of a WebSocket the courier uses, so that tests can play the other end. */
export interface Wire {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: ((event: { code: number; reason: string }) => void) | null;
}

export interface Told {
  line(state: Line, why?: string): void;
  frame(frame: Frame): void;
  /** A message was refused: nothing was changed. */
  refused(code: string, message: string, id: string | null): void;
  talk(said: Said): void;
  ping(pointed: Pointed): void;
  waiting(count: number): void;
}

interface Order {
  type: "move" | "undo" | "end";
  seat: number;
  version?: number;
  id: string;
  action?: number;
}

const REFUSED = 1008;
const FIRST_PAUSE = 300;
const LONGEST_PAUSE = 8000;

export class Courier {
  #wire: Wire | null = null;
  #pause = FIRST_PAUSE;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #over = false;
  #opened = false;
  #seat: number | null;
  #isVisible = true;
  /** The version on the table, and the one that shows what was confirmed last: a confirmation comes before its frame. */
  #seen = 0;
  #due = 0;
  /** What was sent and not confirmed: sent again, under the same id, after a reconnect. */
  readonly outbox = new Map<string, Order>();

  constructor(
    private readonly connect: (seat: number | null) => Wire,
    private readonly told: Told,
    seat: number | null = null,
    private readonly id: () => string = () => crypto.getRandomValues(new Uint32Array(4)).join("-"),
  ) {
    this.#seat = seat;
    this.dial();
  }

  private dial(): void {
    if (this.#over) return;
    this.told.line(this.#opened ? "lost" : "connecting");
    const wire = this.connect(this.#seat);
    this.#wire = wire;
    wire.onopen = () => {
      this.#opened = true;
      this.#pause = FIRST_PAUSE;
      this.told.line("open");
      if (!this.#isVisible) wire.send(JSON.stringify({ type: "visible", on: false }));
      for (const order of this.outbox.values()) wire.send(JSON.stringify(order));
    };
    wire.onmessage = (event) => this.read(event.data);
    wire.onclose = (event) => {
      if (this.#wire !== wire || this.#over) return;
      this.#wire = null;
      if (event.code === REFUSED && event.reason !== "too_fast") {
        this.told.line("refused", event.reason);
        return;
      }
      this.told.line("lost");
      this.#timer = setTimeout(() => this.dial(), this.#pause);
      this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE);
    };
  }

  private read(text: string): void {
    const message = JSON.parse(text) as { type: string } & Record<string, unknown>;
    switch (message.type) {
      case "frame":
        this.#seen = Number(message.version ?? 0);
        this.told.frame(message as unknown as Frame);
        this.count();
        break;
      case "accepted":
        this.#due = Math.max(this.#due, Number(message.version ?? 0));
        this.settle(message.id as string);
        break;
      case "error":
        if (typeof message.id === "string") this.settle(message.id);
        this.told.refused(message.code as string, message.message as string, message.id as string | null);
        break;
      case "talk":
        this.told.talk(message as unknown as Said);
        break;
      case "ping":
        this.told.ping(message as unknown as Pointed);
        break;
      case "bye":
        this.#pause = Math.max(FIRST_PAUSE, 1000 * Number(message.retry_seconds ?? 0));
        break;
    }
  }

  private settle(id: string): void {
    this.outbox.delete(id);
    this.count();
  }

  /** Tell how much is still awaited: what was not confirmed, and what was confirmed and not yet shown. */
  private count(): void {
    this.told.waiting(this.outbox.size + (this.#due > this.#seen ? 1 : 0));
  }

  private order(order: Omit<Order, "id">): void {
    const whole: Order = { ...order, id: this.id() };
    this.outbox.set(whole.id, whole);
    this.count();
    this.post(whole);
  }

  private post(message: object): void {
    this.#wire?.send(JSON.stringify(message));
  }

  move(seat: number, version: number, action: number): void {
    this.order({ type: "move", seat, version, action });
  }

  undo(seat: number, version: number): void {
    this.order({ type: "undo", seat, version });
  }

  /** Let the game end by one's last move. */
  end(seat: number): void {
    this.order({ type: "end", seat });
  }

  /** Look with the eyes of another seat one holds; -1: a spectator's. */
  look(seat: number): void {
    this.#seat = seat;
    this.post({ type: "look", seat });
  }

  say(phrase: string): void {
    this.post({ type: "say", phrase });
  }

  write(text: string): void {
    this.post({ type: "say", text });
  }

  chat(on: boolean): void {
    this.post({ type: "chat", on });
  }

  /** Say whether this person makes moves that leave no choice. */
  byHand(on: boolean): void {
    this.post({ type: "by_hand", on });
  }

  /** Say whether somebody can see this page: whoever cannot is called when it is their turn. */
  visible(on: boolean): void {
    if (on === this.#isVisible) return;
    this.#isVisible = on;
    this.post({ type: "visible", on });
  }

  point(seat: number, place: string): void {
    this.post({ type: "ping", seat, place });
  }

  vote(seat: number): void {
    this.post({ type: "vote", seat });
  }

  /** Ring again, as whoever this browser is by now, with other eyes if one has stood up: a first visitor is named only when sitting down. */
  redial(seat: number | null = this.#seat): void {
    this.#seat = seat;
    const old = this.#wire;
    this.#wire = null;
    clearTimeout(this.#timer);
    old?.close();
    this.dial();
  }

  /** Try again now: the network is said to be back. */
  hurry(): void {
    if (this.#wire || this.#over) return;
    clearTimeout(this.#timer);
    this.dial();
  }

  close(): void {
    this.#over = true;
    clearTimeout(this.#timer);
    this.#wire?.close();
  }
}

/** A wire to a table, on this device or at the server. */
export const wireTo = (code: string): ((seat: number | null) => Wire) => (isHere(code) ? localTo(code) : socketTo(code));

/** A wire to a table of this device; the code behind it is fetched when it is needed. */
function localTo(code: string): (seat: number | null) => Wire {
  return (seat) => {
    const wire: Wire = { send: () => undefined, close: () => undefined, onopen: null, onmessage: null, onclose: null };
    let isClosed = false;
    wire.close = () => (isClosed = true);
    import("../local/here").then(
      ({ tabs }) => isClosed || tabs.attach(code, seat, wire),
      () => wire.onclose?.({ code: 1006, reason: "" }),
    );
    return wire;
  };
}

/** A WebSocket to a table of this server. */
export function socketTo(code: string): (seat: number | null) => Wire {
  return (seat) => {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const query = seat === null ? "" : `?seat=${seat}`;
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${encodeURIComponent(code)}/socket${query}`);
    const wire: Wire = {
      send: (text) => {
        if (socket.readyState === WebSocket.OPEN) socket.send(text);
      },
      close: () => socket.close(),
      onopen: null,
      onmessage: null,
      onclose: null,
    };
    socket.onopen = () => wire.onopen?.();
    socket.onmessage = (event) => wire.onmessage?.({ data: event.data as string });
    socket.onclose = (event) => wire.onclose?.({ code: event.code, reason: event.reason });
    return wire;
  };
}
