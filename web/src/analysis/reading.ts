// What a page reads out of an analysis: whose decisions, which of them cost something, and how luck and skill add up.
import type { Analysis, Verdict } from "../api/client";
import type { Analysed } from "../mine/mine.svelte";

export type Label = Verdict["label"];

/** The sign of a decision that cost something; best and good ones have none, so that the graph stays calm. */
export const SIGNS: Record<Label, string> = { best: "", good: "", doubtful: "?!", mistake: "?", blunder: "??" };

/** The decisions of a seat, in the order of the moves. */
export const decisionsOf = (verdicts: readonly Verdict[], seat: number): Verdict[] => verdicts.filter((one) => one.seat === seat);

/** Those that cost so much that they have a sign. */
export const costly = (decisions: readonly Verdict[]): Verdict[] => decisions.filter((one) => SIGNS[one.label] !== "");

/** The next decision with a sign after a moment, or the first one of all; null where there is none. */
export function nextMistake(decisions: readonly Verdict[], move: number): Verdict | null {
  const found = costly(decisions);
  return found.find((one) => one.move > move) ?? found[0] ?? null;
}

/** The decision that lies nearest to a moment. */
export function nearest(decisions: readonly Verdict[], move: number): Verdict | null {
  let best: Verdict | null = null;
  for (const one of decisions) if (!best || Math.abs(one.move - move) < Math.abs(best.move - move)) best = one;
  return best;
}

/** A verdict in a tag: "mistake −9"; nothing lost is not counted. */
export const tagOf = (one: Verdict): string => (one.points > 0 ? `${one.label} \u2212${one.points}` : one.label);

export const percent = (chance: number): string => `${Math.round(100 * chance)}%`;

/** Tenths of a point as people read them, with their sign. */
export function signed(tenths: number): string {
  const whole = Math.abs(tenths / 10);
  const text = Number.isInteger(whole) ? `${whole}` : whole.toFixed(1);
  return `${tenths < 0 ? "\u2212" : "+"}${text}`;
}

export interface Stair {
  name: string;
  /** What it adds, in tenths of a point; the first one is where it began. */
  by: number;
  from: number;
  to: number;
}

/** Luck and skill as stairs from the first chance to the end, in tenths of a point: each begins where the one before it ended. */
export function stairsOf(split: Analysis["luck"][number], own: string, others: string): Stair[] {
  const steps = [
    { name: "where it began", by: split.begin },
    { name: own, by: split.own },
    ...(others ? [{ name: others, by: split.given }] : []),
    { name: "chance", by: split.chance },
  ];
  let at = 0;
  return steps.map((step) => {
    const from = at;
    at += step.by;
    return { ...step, from, to: at };
  });
}

/** The place of a seat's side among the sides. */
export const sideOf = (analysis: Pick<Analysis, "sides">, seat: number): number =>
  Math.max(
    0,
    analysis.sides.findIndex((side) => side.seats.includes(seat)),
  );

/** The verdicts so far and those that came since: each move has one at most. */
export function merged(known: readonly Verdict[], fresh: readonly Verdict[]): Verdict[] {
  const first = fresh[0];
  return first ? [...known.filter((one) => one.move < first.move), ...fresh] : [...known];
}

/** The decision that cost most, of one seat or of all; null where none did. */
export function decisive(verdicts: readonly Verdict[]): Verdict | null {
  return costly(verdicts).reduce<Verdict | null>((worst, one) => (!worst || one.loss > worst.loss ? one : worst), null);
}

/** What a seat's decisions come to, for its own statistics: points lost a decision on average, labels, points by kind of decision. */
export function summary(game: string, decisions: readonly Verdict[]): Analysed {
  const kinds: Record<string, number> = {};
  for (const one of decisions) {
    const kind = one.kind.replaceAll("_", " ");
    if (one.points > 0) kinds[kind] = (kinds[kind] ?? 0) + one.points;
  }
  const lost = decisions.reduce((sum, one) => sum + 100 * one.loss, 0);
  return {
    game,
    decisions: decisions.length,
    loss: lost / Math.max(1, decisions.length),
    labels: decisions.map((one) => one.label),
    kinds,
  };
}
