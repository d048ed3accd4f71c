// Moves about in a finished game: fetches moments, keeps them, and lets only the newest wish win.
import type { ReplayStep } from "../api/client";

export class Cursor {
  readonly #kept = new Map<string, Promise<ReplayStep>>();
  #wish = 0;

  constructor(private readonly fetch: (move: number, seat: number | null) => Promise<ReplayStep>) {}

  #moment(move: number, seat: number | null): Promise<ReplayStep> {
    const key = `${move} ${seat ?? "truth"}`;
    let found = this.#kept.get(key);
    if (!found) {
      found = this.fetch(move, seat);
      found.catch(() => this.#kept.delete(key)); // asked again next time
      this.#kept.set(key, found);
    }
    return found;
  }

  /** The moment after so many moves; null if another one has been wished for meanwhile. The next one is fetched ahead. */
  async at(move: number, seat: number | null): Promise<ReplayStep | null> {
    this.#wish += 1;
    const mine = this.#wish;
    const step = await this.#moment(move, seat);
    if (mine !== this.#wish) return null;
    if (move < step.moves) void this.#moment(move + 1, seat).catch(() => null);
    return step;
  }

  /** What was told up to a moment, as far as it was looked at with these eyes, oldest first. */
  async story(move: number, seat: number | null): Promise<string[]> {
    const known: string[] = [];
    for (let at = Math.max(1, move - 40); at <= move; at += 1) {
      const step = await this.#kept.get(`${at} ${seat ?? "truth"}`);
      if (step) known.push(...step.told);
    }
    return known;
  }
}

/** The eyes that an address asks for: a seat, -1 for a spectator, null for the truth, also where there is no such seat. */
export function eyesIn(text: string | null, seats: number): number | null {
  const seat = Number(text);
  return text === null || text.trim() === "" || !Number.isInteger(seat) || seat < -1 || seat >= seats ? null : seat;
}
