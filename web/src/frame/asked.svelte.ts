// Something a page needs from the server: asked for at once, and again by itself as long as the server cannot be reached.
import { onDestroy } from "svelte";
import { codeOf, isPassing, lineOf } from "./problems";

const PAUSE = 2000;

export class Asked<T> {
  value = $state.raw<T | null>(null);
  /** The code of what went wrong; empty while nothing has. */
  code = $state("");
  /** The same as a line for people. */
  line = $state("");
  #work: () => Promise<T>;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #turn = 0;
  #isOver = false;

  constructor(work: () => Promise<T>) {
    this.#work = work;
    void this.again();
  }

  /** Ask now, whatever was asked before. */
  again = async (): Promise<void> => {
    clearTimeout(this.#timer);
    const turn = (this.#turn += 1);
    try {
      const found = await this.#work();
      if (turn === this.#turn) [this.value, this.code, this.line] = [found, "", ""];
    } catch (thrown) {
      if (turn !== this.#turn) return;
      [this.code, this.line] = [codeOf(thrown), lineOf(thrown)];
      if (isPassing(this.code) && !this.#isOver) this.#timer = setTimeout(() => void this.again(), PAUSE);
    }
  };

  stop(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }
}

/** Ask for something as long as this part of the page is there. */
export function asked<T>(work: () => Promise<T>): Asked<T> {
  const found = new Asked(work);
  const hurry = () => void (found.code && found.again());
  addEventListener("online", hurry);
  onDestroy(() => {
    found.stop();
    removeEventListener("online", hurry);
  });
  return found;
}
