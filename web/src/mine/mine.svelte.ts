// My own games, analyses, puzzles and days, kept on this device; sharing.ts sends them to other devices of the same person, if there are any.
import {
  lettersOf,
  MOST,
  nothing,
  parse,
  put,
  type Kept,
  type KeptAnalysis,
  type KeptDay,
  type KeptGame,
  type KeptPuzzle,
  type PuzzleResult,
} from "./kept";

const KEY = "mine";
/** The event that says that something was kept. */
export const CHANGED = "mousehole-kept";

function stored(): Kept {
  try {
    return parse(localStorage.getItem(KEY));
  } catch {
    return nothing(); // storage is switched off: everything works, nothing is kept
  }
}

/** What an analysis says of one seat's decisions. */
export interface Analysed {
  game: string;
  decisions: number;
  /** Points of winning chance lost a decision, on average. */
  loss: number;
  /** The label of each decision, in order. */
  labels: readonly string[];
  /** Points lost by kind of decision, in the game's words. */
  kinds: Record<string, number>;
}

class Mine {
  #kept = $state.raw<Kept>(stored());

  constructor() {
    if (typeof addEventListener === "function") addEventListener("storage", (event) => event.key === KEY && (this.#kept = stored()));
  }

  /** Change what is kept, beginning with what another window may have kept meanwhile. */
  #change(change: (kept: Kept) => Partial<Kept>): void {
    const now = stored();
    const known = now.games.length + now.analyses.length + now.puzzles.length + now.days.length > 0 ? now : this.#kept;
    this.take({ ...known, ...change(known) });
    dispatchEvent(new Event(CHANGED));
  }

  /** Everything that is kept. */
  get kept(): Kept {
    return this.#kept;
  }

  /** Keep this instead, and nothing else. */
  take(kept: Kept): void {
    this.#kept = kept;
    try {
      localStorage.setItem(KEY, JSON.stringify(kept));
    } catch {
      // it lasts as long as this page
    }
  }

  get games(): readonly KeptGame[] {
    return this.#kept.games;
  }
  get analyses(): readonly KeptAnalysis[] {
    return this.#kept.analyses;
  }
  get puzzles(): readonly KeptPuzzle[] {
    return this.#kept.puzzles;
  }
  get days(): readonly KeptDay[] {
    return this.#kept.days;
  }

  /** Keep a finished game of mine; the same game again changes nothing. */
  keepGame(game: Omit<KeptGame, "at">, at = Date.now()): void {
    if (this.#kept.games.some((one) => one.code === game.code && one.seat === game.seat)) return;
    this.#change((kept) => ({
      games: put(kept.games, { ...game, at }, MOST.games, (one) => one.code === game.code && one.seat === game.seat),
    }));
  }

  /** Keep what an analysis said of my decisions; a newer one of the same game takes its place. */
  keepAnalysis(code: string, seat: number, found: Analysed, at = Date.now()): void {
    const one = {
      code,
      seat,
      game: found.game,
      decisions: found.decisions,
      loss: found.loss,
      labels: lettersOf(found.labels),
      kinds: { ...found.kinds },
      at,
    };
    this.#change((kept) => ({ analyses: put(kept.analyses, one, MOST.analyses, (other) => other.code === code && other.seat === seat) }));
  }

  /** Keep how a puzzle went. The first answer counts, but one that was missed can still be solved; a hint is not forgotten. */
  keepPuzzle(id: string, game: string, grade: number, how: Exclude<PuzzleResult, "helped">, at = Date.now()): void {
    const before = this.puzzle(id)?.result;
    if (before && (["solved", "helped", "seen"].includes(before) || (how !== "solved" && how !== "hinted"))) return;
    const result = how === "solved" && before === "hinted" ? "helped" : how;
    this.#change((kept) => ({ puzzles: put(kept.puzzles, { id, game, grade, result, at }, MOST.puzzles, (one) => one.id === id) }));
  }

  /** Keep the result of a deal of the day: the first game of it counts. */
  keepDay(day: Omit<KeptDay, "at">, at = Date.now()): void {
    if (this.day(day.day, day.game)) return;
    this.#change((kept) => ({ days: put(kept.days, { ...day, at }, MOST.days, (one) => one.day === day.day && one.game === day.game) }));
  }

  puzzle(id: string): KeptPuzzle | null {
    return this.#kept.puzzles.find((one) => one.id === id) ?? null;
  }
  day(day: string, game: string): KeptDay | null {
    return this.#kept.days.find((one) => one.day === day && one.game === game) ?? null;
  }
  analysis(code: string, seat: number): KeptAnalysis | null {
    return this.#kept.analyses.find((one) => one.code === code && one.seat === seat) ?? null;
  }

  /** Everything, as a text to keep elsewhere. */
  exported(): string {
    return JSON.stringify(this.#kept, null, 1);
  }

  /** Forget everything; where this person has other devices, a time stays, so that they forget it too. */
  forget(isShared = false): void {
    this.take({ ...nothing(), since: isShared ? Date.now() : 0 });
    if (isShared) {
      dispatchEvent(new Event(CHANGED));
      return;
    }
    try {
      localStorage.removeItem(KEY);
    } catch {
      // as above
    }
  }
}

/** What this device knows of its person. */
export const mine = new Mine();
