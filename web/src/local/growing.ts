// Searches for an analysis on this device: what analysis/growing.py does around the compiled search, tree for tree.
import { Bots, type Finding } from "./bots.ts";

/** A tree that is asked for: moves to look at and no others, iterations, seed. */
export type AskedTree = readonly [actions: readonly number[], iterations: number, seed: string];

export class Growing extends Bots {
  /** Search from one view; `views` are all its seat has seen, the present one last. */
  grow(views: readonly Uint8Array[], seat: number, trees: readonly AskedTree[]): Finding[][] {
    const { game } = this;
    const { study } = game.known;
    if (study.has_net) throw new Error("no analysis searches by a net");
    return game.aside(() => {
      const memory = study.does_remember ? this.memory(views, seat, study.edition) : game.row(0, 8);
      return trees.map(([moves, iterations, seed]) =>
        game.aside(() => {
          const settings = { ...study, iterations };
          const desk = this.desk(settings, views, seat, BigInt(seed), memory);
          const actions = game.row(moves.length, 4);
          game.ints(actions).set(moves);
          game.call("plant", { ...desk.given, raw: desk.words, first: desk.first, actions, widening: study.widening });
          this.deliberate(desk, settings, 0);
          return this.findings(desk);
        }),
      );
    });
  }

  /** Play a position on so many times; return the mean payoff of each seat. */
  playOn(position: Uint8Array, times: number, seed: bigint): number[] {
    const { game, facts } = this;
    const { known } = game;
    return game.aside(() => {
      const states = { at: game.room(facts.played_on * known.record), lengths: [facts.played_on] };
      game.bytes(states.at, known.record).set(position);
      const totals = game.row(position[known.seats_at] ?? 0, 8);
      game.call("play_on", {
        states,
        times,
        rng: game.chance(seed),
        buffer: game.row(2 * known.max_actions, 4),
        horizon: known.study.horizon || facts.farthest,
        edition: known.study.edition,
        out: game.row(known.max_seats, 8),
        totals,
      });
      return [...game.floats(totals)].map((total) => total / times);
    });
  }
}

/** What an analysis asks for (`study_next` in browser/studies.py): trees from a view, or a position played on. */
export type Wanted =
  { game: string; seat: number; views: string[]; trees: AskedTree[] } | { game: string; position: string; times: number; seed: string };

const bytesIn = (hex: string): Uint8Array => Uint8Array.from(hex.match(/../g) ?? [], (two) => parseInt(two, 16));
/** Numbers to their last bit, as hexadecimal digits. */
const digits = (numbers: readonly number[]): string =>
  Array.from(new Uint8Array(new Float64Array(numbers).buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Make the searches an analysis asks for, and write what came out as it reads it. */
export function granted(growing: Growing, wanted: Wanted): { paid: string } | { trees: string[] } {
  if ("position" in wanted) return { paid: digits(growing.playOn(bytesIn(wanted.position), wanted.times, BigInt(wanted.seed))) };
  const found = growing.grow(wanted.views.map(bytesIn), wanted.seat, wanted.trees);
  return { trees: found.map((tree) => digits(tree.flatMap((one) => [one.action, one.visits, one.worth]))) };
}
