// What a person likes, kept on this device: lamp, sounds, how to be called, whether every move is confirmed and forced ones are made, how
// hard puzzles are.

export type Theme = "auto" | "light" | "dark";

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // storage is switched off: everything works, nothing is kept
  }
}

function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // as above
  }
}

class Preferences {
  #theme = $state<Theme>((read("theme") as Theme | null) ?? "auto");
  #sounds = $state(read("sounds") === "on");
  #chime = $state(read("chime") === "on");
  #notices = $state(read("notices") === "on");
  #careful = $state(read("careful") === "on");
  #forced = $state(read("forced") !== "off");
  #grade = $state(Number(read("grade") ?? 0) || 0);

  get theme(): Theme {
    return this.#theme;
  }
  set theme(theme: Theme) {
    this.#theme = theme;
    keep("theme", theme);
  }
  get sounds(): boolean {
    return this.#sounds;
  }
  set sounds(on: boolean) {
    this.#sounds = on;
    keep("sounds", on ? "on" : "off");
  }
  /** Whether a sound says that it is one's turn, and that one's clock runs out. */
  get chime(): boolean {
    return this.#chime;
  }
  set chime(on: boolean) {
    this.#chime = on;
    keep("chime", on ? "on" : "off");
  }
  /** Whether this browser shows notices when it is one's turn. */
  get notices(): boolean {
    return this.#notices;
  }
  set notices(on: boolean) {
    this.#notices = on;
    keep("notices", on ? "on" : "off");
  }
  /** Whether the table makes moves that leave no choice. */
  get forced(): boolean {
    return this.#forced;
  }
  set forced(on: boolean) {
    this.#forced = on;
    keep("forced", on ? "on" : "off");
  }
  /** The difficulty of puzzles, from 1 to 5; 0 for any. */
  get grade(): number {
    return this.#grade;
  }
  set grade(grade: number) {
    this.#grade = grade;
    keep("grade", `${grade}`);
  }
  get careful(): boolean {
    return this.#careful;
  }
  set careful(on: boolean) {
    this.#careful = on;
    keep("careful", on ? "on" : "off");
  }
}

export const preferences = new Preferences();

const dark = typeof matchMedia === "function" ? matchMedia("(prefers-color-scheme: dark)") : null;

/** What the device wishes; it may change its mind in the evening, while the page is open. */
class Device {
  isDark = $state(dark?.matches ?? false);

  constructor() {
    dark?.addEventListener("change", (event) => (this.isDark = event.matches));
  }
}
const device = new Device();

export function isDark(): boolean {
  return preferences.theme === "dark" || (preferences.theme === "auto" && device.isDark);
}

/** Whether things shall not move. */
export function isStill(): boolean {
  return typeof matchMedia === "function" && matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** How long something takes: nothing where things shall not move. */
export const lasting = (milliseconds: number): number => (isStill() ? 0 : milliseconds);
