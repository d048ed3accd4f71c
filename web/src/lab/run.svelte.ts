// A run as a page follows it: started, looked at again and again, stopped, done.
import * as api from "../api/client";
import { codeOf, isPassing, lineOf } from "../frame/problems";
import { quarter, type Results } from "./figures";

const SOON = 300;
const LATER = 900;
const PATIENT = 10;
/** So many looks come soon after each other: then somebody has seen the first figures. */

export class Runner {
  run = $state.raw<api.LabRun | null>(null);
  trouble = $state("");
  /** What is said aloud, at every quarter and at the end. */
  said = $state("");
  isStopping = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #turn = 0;
  #looks = 0;
  #quarter = 0;
  /** The last look was not answered: what trouble says is over with the next one that is. */
  #isBlind = false;

  get isLive(): boolean {
    return this.run !== null && (this.run.state === "waiting" || this.run.state === "running");
  }

  /** The figures of each set-up, as far as there are any. */
  get results(): Results[] {
    const found = this.run;
    if (found?.comparison) return [found.comparison.first, found.comparison.second];
    return found?.results ? [found.results] : [];
  }

  get played(): number {
    return this.results.reduce((sum, one) => sum + one.played, 0);
  }

  async start(query: string): Promise<void> {
    this.forget();
    const turn = this.#turn;
    try {
      const { run } = await api.labStart(query);
      if (turn === this.#turn) await this.follow(run);
    } catch (problem) {
      if (turn === this.#turn) this.trouble = lineOf(problem);
    }
  }

  /** Look at a run now, and again until it is over. */
  async follow(run: string): Promise<void> {
    const turn = (this.#turn += 1);
    clearTimeout(this.#timer);
    try {
      const found = await api.labRun(run);
      if (turn !== this.#turn) return;
      this.run = found;
      if (this.#isBlind) this.trouble = "";
      this.#isBlind = false;
      this.#tell(found);
    } catch (problem) {
      if (turn !== this.#turn) return;
      this.trouble = lineOf(problem);
      this.#isBlind = true;
      if (!isPassing(codeOf(problem))) return;
    }
    if (!this.run || this.isLive) {
      this.#looks += 1;
      this.#timer = setTimeout(() => void this.follow(run), this.#looks < PATIENT ? SOON : LATER);
    }
  }

  #tell(found: api.LabRun): void {
    const asked = this.results.reduce((sum, one) => sum + one.asked, 0);
    const reached = quarter(this.played, asked);
    if (found.state === "done") this.said = `All ${asked.toLocaleString("en")} games are played.`;
    else if (!this.isLive) this.said = found.message || "Stopped.";
    else if (reached > this.#quarter) this.said = `${25 * reached}% of the games are played.`;
    this.#quarter = reached;
  }

  async stop(): Promise<void> {
    const run = this.run;
    if (!run || !this.isLive) return;
    this.isStopping = true;
    this.trouble = "";
    try {
      await api.labStop(run.id);
      await this.follow(run.id);
    } catch (problem) {
      this.trouble = lineOf(problem);
    }
    this.isStopping = false;
  }

  /** Let go of the run; it may go on at the server. */
  forget(): void {
    clearTimeout(this.#timer);
    this.#turn += 1;
    this.#looks = 0;
    this.#quarter = 0;
    this.#isBlind = false;
    this.run = null;
    this.said = "";
    this.trouble = "";
  }
}
