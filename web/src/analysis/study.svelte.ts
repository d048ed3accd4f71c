// A finished game that somebody looks at: the moment, whose eyes, what was found of it, and what those eyes could believe.
import * as api from "../api/client";
import type { Analysis, Frame, Verdict } from "../api/client";
import { codeOf, isPassing, lineOf } from "../frame/problems";
import { Cursor } from "../table/cursor";
import { Room } from "../table/room.svelte";
import { replayFrame } from "../table/staging";
import { decisionsOf, merged } from "./reading";

const SOON = 400;
const LATER = 1000;
const PATIENT = 12;
const QUARTERS = 4;

const EMPTY: Analysis = { state: "none", message: "", done: 0, moves: 0, sides: [], verdicts: [], graph: [], luck: [] };

/** Follows an analysis that is being made, until it is. */
export class Following {
  found = $state.raw<Analysis>(EMPTY);
  trouble = $state("");
  /** What is said aloud: every quarter, and the end. */
  said = $state("");
  #timer: ReturnType<typeof setTimeout> | undefined;
  #looks = 0;
  #isOver = false;

  constructor(readonly code: string) {}

  get isLive(): boolean {
    return this.found.state === "waiting" || this.found.state === "running";
  }

  /** Have the game analysed, or get what there is. */
  async start(isAsked = true): Promise<void> {
    try {
      this.#take(await api.analyse(this.code, isAsked));
    } catch (problem) {
      this.trouble = lineOf(problem);
      if (!isPassing(codeOf(problem))) return;
    }
    this.#again();
  }

  /** Look whether there is an analysis, and ask for none. */
  async look(): Promise<void> {
    try {
      const since = this.found.done;
      const fresh = await api.analysis(this.code, since);
      this.#take({ ...fresh, verdicts: merged(this.found.verdicts, fresh.verdicts) });
      this.trouble = "";
    } catch (problem) {
      this.trouble = lineOf(problem);
      if (!isPassing(codeOf(problem))) return;
    }
    this.#again();
  }

  stop(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }

  #again(): void {
    if (this.#isOver || (!this.isLive && !this.trouble)) return;
    this.#looks += 1;
    this.#timer = setTimeout(() => void this.look(), this.#looks < PATIENT ? SOON : LATER);
  }

  #take(fresh: Analysis): void {
    const reached = (one: Analysis) => Math.floor((QUARTERS * one.done) / Math.max(1, one.moves));
    if (fresh.state === "done" && this.found.state !== "done") this.said = "The whole game is analysed.";
    else if (reached(fresh) > reached(this.found)) this.said = `${25 * reached(fresh)}% of the game is analysed.`;
    this.found = fresh;
  }
}

const still = () => new Room<unknown>({ move: () => undefined });

export class Study {
  readonly following: Following;
  move = $state(0);
  moves = $state(0);
  seat = $state(0);
  /** What the seat could know, and what was true. */
  known = $state.raw(still());
  truth = $state.raw(still());
  told = $state.raw<string[]>([]);
  trouble = $state("");
  /** Nothing of what was decided is shown: somebody tries to find it. */
  isBlind = $state(false);
  #eyes: Cursor;
  #open: Cursor;
  #beliefs = new Map<string, Promise<Record<string, number>>>();
  #wish = 0;

  constructor(
    readonly code: string,
    readonly table: Frame,
  ) {
    this.following = new Following(code);
    const step = (move: number, seat: number | null) => api.replay(code, move, seat);
    this.#eyes = new Cursor(step);
    this.#open = new Cursor(step);
  }

  get verdicts(): readonly Verdict[] {
    return this.following.found.verdicts;
  }

  /** The decisions of the seat whose eyes these are. */
  get decisions(): Verdict[] {
    return decisionsOf(this.verdicts, this.seat);
  }

  /** The verdict on what was decided at this moment, by whomever. */
  get verdict(): Verdict | null {
    return this.verdicts.find((one) => one.move === this.move) ?? null;
  }

  get isReady(): boolean {
    return this.known.isReady && this.truth.isReady;
  }

  #belief(move: number, seat: number): Promise<Record<string, number>> {
    const key = `${move} ${seat}`;
    let found = this.#beliefs.get(key);
    if (!found) {
      found = api.beliefs(this.code, move, seat);
      found.catch(() => this.#beliefs.delete(key)); // asked again next time
      this.#beliefs.set(key, found);
    }
    return found;
  }

  /** Go to a moment, seen by a seat; what goes wrong is said. */
  async go(to: number, seat = this.seat): Promise<void> {
    const mine = (this.#wish += 1);
    try {
      const [seen, open, belief] = await Promise.all([this.#eyes.at(to, seat), this.#open.at(to, null), this.#belief(to, seat)]);
      if (mine !== this.#wish || !seen || !open) return;
      const isNext = to === this.move + 1 && seat === this.seat && this.isReady;
      this.trouble = "";
      this.moves = seen.moves;
      this.move = to;
      this.seat = seat;
      this.told = seen.told;
      const known = isNext ? this.known : still();
      const truth = isNext ? this.truth : still();
      known.receive(replayFrame(this.table, seen, []));
      known.hint = { adviser: "", action: -1, text: "", chance: null, odds: "", reason: "", belief };
      known.showsBelief = true;
      truth.receive(replayFrame(this.table, open, []));
      known.isStudy = truth.isStudy = true;
      this.known = known;
      this.truth = truth;
      this.mark();
    } catch (problem) {
      if (mine === this.#wish) this.trouble = lineOf(problem);
    }
  }

  /** Show on the board what was decided here, and what would have been best, as far as that is known. */
  mark(): void {
    const verdict = this.verdict;
    const isMine = verdict?.seat === this.seat && !this.isBlind;
    this.known.pick.show(isMine ? verdict.touches : []);
    this.known.best = isMine && verdict.best !== verdict.action ? verdict.best_touches : [];
  }
}
