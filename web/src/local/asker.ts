// Questions to a worker, one after the other: started with the first question, and ended after a while without any.
import { Problem } from "../api/client";

/** What goes to a worker, and what comes back. */
export interface Question {
  id: number;
  what: string;
  given: unknown;
}
export interface Answer {
  id: number;
  found?: unknown;
  /** What went wrong, with the code that a server would send; without one, the worker itself is broken. */
  problem?: { code: string; message: string };
}

/** The part of a Worker that is used, so that tests can play it. */
export interface Works {
  postMessage(question: Question): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<Answer>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
}

interface Waiting {
  yes(found: unknown): void;
  no(problem: Error): void;
}

export class Asker {
  #worker: Works | null = null;
  #waiting = new Map<number, Waiting>();
  #count = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly make: () => Works,
    /** Milliseconds without a question after which the worker ends; none: never. */
    private readonly rest: number | null = null,
  ) {}

  get isAwake(): boolean {
    return this.#worker !== null;
  }

  ask<T>(what: string, given: unknown): Promise<T> {
    clearTimeout(this.#timer);
    const worker = (this.#worker ??= this.#begin());
    const id = (this.#count += 1);
    return new Promise<T>((yes, no) => {
      this.#waiting.set(id, { yes: yes as (found: unknown) => void, no });
      worker.postMessage({ id, what, given });
    });
  }

  #begin(): Works {
    const worker = this.make();
    worker.onmessage = ({ data }) => {
      const waiting = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      if (data.problem) waiting?.no(new Problem(data.problem.code, data.problem.message, 0));
      else waiting?.yes(data.found);
      if (this.rest !== null && this.#waiting.size === 0) this.#timer = setTimeout(() => this.end(), this.rest);
    };
    worker.onerror = () => this.end(); // it could not be fetched, or has broken down: the next question begins a new one
    return worker;
  }

  /** End the worker; whoever still waits hears so. */
  end(): void {
    clearTimeout(this.#timer);
    this.#worker?.terminate();
    this.#worker = null;
    const left = [...this.#waiting.values()];
    this.#waiting = new Map();
    for (const waiting of left) waiting.no(new Problem("device_trouble", "", 0));
  }
}
