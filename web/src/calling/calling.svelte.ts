// How this person is called when it is their turn: what the server keeps about it, and what this browser does by itself.
import * as api from "../api/client";
import { isHere, type Calling as Chosen, type Frame } from "../api/client";
import { isStatic } from "../frame/place";
import { lineOf } from "../frame/problems";
import { preferences } from "../style/preferences.svelte";
import * as device from "./device";

/** Whether a table waits for somebody here. */
export const isAsked = (frame: Frame): boolean =>
  frame.state !== "over" && frame.seats.some((seat) => seat.acting && !seat.stands_in && frame.me.seats.includes(seat.seat));

/** What a notice says: no more than anybody may read on a lock screen. */
export function noticeOf(frame: Frame): device.Notice {
  const others = frame.seats.filter((seat) => seat.kind === "person" && !frame.me.seats.includes(seat.seat)).map((seat) => seat.name);
  const names = [...new Set(others)];
  const company = names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : names[0];
  return {
    title: `Your turn - ${frame.title}`,
    text: company ? `The table with ${company} waits for you.` : "The table waits for you.",
    path: `/t/${frame.table}`,
    table: frame.table,
  };
}

export class Calling {
  chosen = $state.raw<Chosen | null>(null);
  line = $state("");
  isBusy = $state(false);
  /** Whether a server can call: not about tables of this device, and not where the page is plain files. */
  readonly hasServer: boolean;

  constructor(readonly code: string | null = null) {
    this.hasServer = !isStatic && (code === null || !isHere(code));
  }

  /** Whether calls are wished for here; until it is known they are, for this browser was told so. */
  get isWished(): boolean {
    return this.chosen === null || (this.chosen.here ?? this.chosen.on);
  }

  async #doing(work: () => Promise<Chosen | undefined>): Promise<void> {
    [this.isBusy, this.line] = [true, ""];
    try {
      const found = await work();
      // Answers about something else do not say what was chosen for this table.
      if (found) this.chosen = { ...found, here: found.here ?? this.chosen?.here ?? null };
    } catch (problem) {
      this.line = lineOf(problem);
    }
    this.isBusy = false;
  }

  async load(): Promise<void> {
    if (!this.hasServer) return;
    await this.#doing(async () => {
      this.chosen = await api.calling(this.code);
      return undefined;
    });
  }

  /** Tell the server of this browser again, once for each visit: it may have forgotten it, or somebody else may be here now. */
  async renew(): Promise<void> {
    if (!preferences.notices || !device.isAllowed()) return;
    await this.load();
    await this.#push();
  }

  async #push(): Promise<void> {
    const key = this.chosen?.key;
    if (!key || !device.canPush()) return;
    await this.#doing(async () => {
      let made: device.Subscribed;
      try {
        made = await device.subscribe(key);
      } catch {
        this.line = "The browser's push service did not answer. Notices come as long as the page is open.";
        return undefined;
      }
      return api.addDevice(made);
    });
  }

  /** Let this browser show notices, or let it be. */
  async notices(on: boolean): Promise<void> {
    this.line = "";
    if (!on) {
      preferences.notices = false;
      const endpoint = await device.unsubscribe().catch(() => null);
      if (endpoint && this.hasServer) await this.#doing(() => api.removeDevice(endpoint));
      return;
    }
    preferences.notices = await device.allowed();
    if (!preferences.notices) this.line = "The browser does not allow notices of this page. Its own settings can change that.";
    else await this.#push();
  }

  everywhere = (on: boolean): Promise<void> => this.#doing(() => api.callMe(on));

  async here(on: boolean | null): Promise<void> {
    const { code } = this;
    if (code === null) return;
    await this.#doing(async () => {
      this.chosen = await api.callMeHere(code, on);
      return undefined;
    });
  }

  mail = (address: string): Promise<void> => this.#doing(() => api.mailMe(address));
  noMail = (): Promise<void> => this.#doing(() => api.mailNoMore());

  /** Show a notice about a table, where that is wished for and nobody sees the page. */
  async notify(frame: Frame): Promise<void> {
    if (!preferences.notices || !document.hidden) return;
    if (this.chosen === null) await this.load();
    if (this.isWished && document.hidden) await device.show(noticeOf(frame)).catch(() => undefined);
  }
}
