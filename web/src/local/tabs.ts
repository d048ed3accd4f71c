// Which tab drives a table: one does, by a lock that the browser keeps; the others look on and play through it, over a channel. When the one
// that drives goes, the next one takes over.
import { Problem } from "../api/client";
import type { Wire } from "../table/courier";
import type { Host, Viewer } from "./host";

/** What goes over the channel between tabs. */
type Note =
  | { from: string; hello: number | null }
  | { from: string; text: string }
  | { from: string; gone: true }
  | { to: string; text: string }
  | { to: string; refused: string }
  | { closing: true };

export interface Channel {
  postMessage(note: Note): void;
  close(): void;
  onmessage: ((event: MessageEvent<Note>) => void) | null;
}

/** What tabs need of the browser; tests bring their own. */
export interface Between {
  /** Take a lock if it is free (or from whoever has it); null: somebody has it. `lost` is called if it is taken away. */
  seize(name: string, isStealing: boolean, lost: () => void): Promise<(() => void) | null>;
  /** Wait until a lock is free; the answer stops waiting. */
  await(name: string, free: () => void): () => void;
  channel(name: string): Channel;
}

/** Whoever drives and does not answer for so long sleeps: the lock is taken away. */
const PATIENCE = 3000;
/** A socket's codes: try again; never again. */
const AGAIN = 1012;
const REFUSED = 1008;

interface Driving {
  host: Host;
  /** Who looks from this tab, and how to tell them that it drives no more. */
  viewers: Map<Viewer, () => void>;
  end(): void;
}

export class Tabs {
  readonly #driven = new Map<string, Promise<Driving | null>>();

  constructor(
    private readonly open: (code: string) => Promise<Host>,
    private readonly between: Between,
    private readonly id: () => string = () => crypto.getRandomValues(new Uint32Array(4)).join("-"),
  ) {}

  /** Lead a wire of the courier's to a table of this device. */
  attach(code: string, seat: number | null, wire: Wire): void {
    this.#attach(code, seat, wire).catch((thrown: unknown) => {
      wire.onclose?.({ code: REFUSED, reason: thrown instanceof Problem ? thrown.code : "device_trouble" });
    });
  }

  /** The host of a table, where this tab drives it. */
  async driven(code: string): Promise<Host | null> {
    return (await this.#driven.get(code))?.host ?? null;
  }

  /** Drive a table for a moment, where no tab does. */
  async borrow(code: string): Promise<Host | null> {
    const driving = await this.#drive(code, false);
    if (driving) this.#rest(code, driving);
    return driving?.host ?? null;
  }

  async #attach(code: string, seat: number | null, wire: Wire): Promise<void> {
    let isClosed = false;
    wire.close = () => (isClosed = true);
    const driving = await this.#drive(code, false);
    if (isClosed) return driving ? this.#rest(code, driving) : undefined;
    if (driving) await this.#sit(code, driving, seat, wire);
    else this.#watch(code, seat, wire);
  }

  /** Drive a table, if no other tab does. */
  #drive(code: string, isStealing: boolean): Promise<Driving | null> {
    const before = this.#driven.get(code);
    if (before) return before;
    const begun = this.#begin(code, isStealing);
    this.#driven.set(code, begun);
    const forget = () => this.#driven.get(code) === begun && this.#driven.delete(code);
    begun.then((driving) => driving ?? forget(), forget);
    return begun;
  }

  async #begin(code: string, isStealing: boolean): Promise<Driving | null> {
    let driving: Driving | null = null;
    const release = await this.between.seize(`mousehole ${code}`, isStealing, () => driving?.end());
    if (!release) return null;
    const host = await this.open(code).catch((thrown: unknown) => {
      release();
      throw thrown;
    });
    const channel = this.between.channel(`mousehole ${code}`);
    const others = new Map<string, Viewer>();
    channel.onmessage = ({ data }) => {
      if (!("from" in data)) return;
      const viewer = others.get(data.from);
      if ("hello" in data) {
        const joined: Viewer = viewer ?? { seat: data.hello, send: (text) => channel.postMessage({ to: data.from, text }) };
        joined.seat = data.hello;
        others.set(data.from, joined);
        void host.join(joined).catch(() => channel.postMessage({ to: data.from, refused: "device_trouble" }));
      } else if (viewer && "text" in data) void host.receive(viewer, data.text);
      else if (viewer) {
        others.delete(data.from);
        host.leave(viewer);
      }
    };
    driving = {
      host,
      viewers: new Map(),
      end: () => {
        this.#driven.delete(code);
        host.stop();
        channel.postMessage({ closing: true });
        channel.close();
        release();
        for (const drop of driving?.viewers.values() ?? []) drop();
      },
    };
    return driving;
  }

  async #sit(code: string, driving: Driving, seat: number | null, wire: Wire): Promise<void> {
    const viewer: Viewer = { seat, send: (text) => wire.onmessage?.({ data: text }) };
    driving.viewers.set(viewer, () => wire.onclose?.({ code: AGAIN, reason: "" }));
    wire.send = (text) => void driving.host.receive(viewer, text);
    wire.close = () => {
      driving.viewers.delete(viewer);
      driving.host.leave(viewer);
      this.#rest(code, driving);
    };
    wire.onopen?.();
    await driving.host.join(viewer);
  }

  /** Let a table go that this tab does not look at any more: another tab may drive it. */
  #rest(code: string, driving: Driving): void {
    setTimeout(() => {
      void this.#driven.get(code)?.then((now) => now === driving && driving.viewers.size === 0 && driving.end());
    });
  }

  /** Look at a table through the tab that drives it. */
  #watch(code: string, seat: number | null, wire: Wire): void {
    const name = `mousehole ${code}`;
    const from = this.id();
    const channel = this.between.channel(name);
    let isHeard = false;
    const stop = () => {
      clearTimeout(timer);
      stopWaiting();
      channel.close();
    };
    const again = () => {
      stop();
      wire.onclose?.({ code: AGAIN, reason: "" });
    };
    const stopWaiting = this.between.await(name, again);
    const timer = setTimeout(() => {
      if (isHeard) return;
      stop();
      const dialAgain = () => wire.onclose?.({ code: AGAIN, reason: "" });
      void this.#drive(code, true).then(dialAgain, dialAgain); // whoever rings again hears what is wrong, if something is
    }, PATIENCE);
    channel.onmessage = ({ data }) => {
      if ("closing" in data) again();
      else if ("to" in data && data.to === from) {
        if (!isHeard) wire.onopen?.();
        isHeard = true;
        if ("text" in data) wire.onmessage?.({ data: data.text });
        else {
          stop();
          wire.onclose?.({ code: REFUSED, reason: data.refused });
        }
      }
    };
    wire.send = (text) => channel.postMessage({ from, text });
    wire.close = () => {
      channel.postMessage({ from, gone: true });
      stop();
    };
    channel.postMessage({ from, hello: seat });
  }
}

/** Locks and channels of the browser; one that has none (an address without https) lets every tab drive, and the store tells who was first. */
export const browser: Between = {
  seize: (name, isStealing, lost) =>
    new Promise((yes, no) => {
      if (!navigator.locks) {
        yes(() => undefined);
        return;
      }
      navigator.locks
        .request(name, isStealing ? { steal: true } : { ifAvailable: true }, (lock) => {
          if (lock) return new Promise<void>((release) => yes(release));
          yes(null);
        })
        .catch((thrown: unknown) => {
          lost();
          no(thrown instanceof Error ? thrown : new Error("the lock was lost"));
        });
    }),
  await: (name, free) => {
    const waiting = new AbortController();
    navigator.locks?.request(name, { signal: waiting.signal }, () => free()).catch(() => undefined);
    return () => waiting.abort();
  },
  channel: (name) => new BroadcastChannel(name),
};
