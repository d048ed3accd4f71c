// What the middle of the table shows: the test under way, or the one that has just ended; and when each thing of a move appears.
import { isStill } from "../../style/preferences.svelte";
import { plain } from "./paints";
import type { Chip, Event, EventKind, Test, View } from "./view";

export interface Scene {
  test: Test;
  tester: number;
  /** It has ended and been cleared away: only this page still remembers it. */
  isPast: boolean;
}

/** The test to show: the present one; or, if the last move ended it, what the page saw of it and what that move brought. */
export function sceneOf(view: View, before: View | null): Scene | null {
  if (view.test) return { test: view.test, tester: view.tester, isPast: false };
  if (!before?.test) return null;
  return { test: ended(before.test, view.events), tester: before.tester, isPast: true };
}

/** A test as the events of its last move left it. */
export function ended(test: Test, events: Event[]): Test {
  let chips = [...test.chips];
  const cards = test.cards.map((played) => ({ ...played }));
  let { assist, total, target, verdict } = test;
  for (const event of events) {
    if (event.kind === "turn_began") break;
    if (event.kind === "laid_aside") chips = [];
    else if (event.kind === "chip_drawn" && event.chip) chips.push(event.chip);
    else if (event.kind === "chip_flipped" && event.chip) chips = replaced(chips, event.chip);
    else if (event.kind === "chip_returned") chips = without(chips, event.colours?.[0]);
    else if (event.kind === "all_returned") chips = [];
    else if (event.kind === "assist_shown") assist = event.assist ?? null;
    else if (event.kind === "card_played" && event.card) cards.push({ card: event.card, count: 1, adds: event.number ?? 0 });
    else if (event.kind === "tested") {
      total = event.number ?? total;
      target = event.target ?? target;
      verdict = event.success ? "success" : "failure";
    }
  }
  return { ...test, chips, assist, cards, total, target, short: target - total, verdict, using: null, can_reach: null };
}

function replaced(chips: Chip[], turned: Chip): Chip[] {
  const at = chips.findIndex((chip) => chip.colour === turned.colour && chip.value === turned.other);
  return chips.map((chip, i) => (i === at ? turned : chip));
}

function without(chips: Chip[], colour: string | undefined): Chip[] {
  const at = chips.findIndex((chip) => chip.colour === colour);
  return chips.filter((_, i) => i !== at);
}

/** The sum from left to right, as it lies on the table: rating, chips, assist card, cards ("2 + 1 − 3 + 2 = 2"). */
export function sumText(test: Test): string {
  const cards = [test.assist?.adds ?? 0, ...test.cards.map((card) => card.adds)].filter((adds) => adds !== 0);
  const added = [...test.chips.map((chip) => chip.counts), ...cards];
  if (added.length === 0) return "";
  const terms = added.map((number) => (number < 0 ? ` − ${-number}` : ` + ${number}`));
  return `${test.ratings.join(" + ")}${terms.join("")} = ${plain(test.total)}`;
}

/** How long each thing has the table for itself, in milliseconds. */
const TURN: Partial<Record<EventKind, number>> = {
  assist_shown: 320,
  rained: 200,
  chip_drawn: 300,
  chip_flipped: 240,
  chip_returned: 200,
  all_returned: 240,
  card_played: 200,
  tested: 380,
  moved: 300,
  obstacle_left: 200,
  learnt: 200,
  rating_rose: 150,
  drew: 140,
  took_cheese: 150,
  paid: 380,
};
const MOST = 2000;

/** When each event of a move begins, in milliseconds after the frame; a long story is told faster. Nothing here is secret. */
export function beginnings(events: Event[]): number[] {
  if (isStill()) return events.map(() => 0);
  const starts: number[] = [];
  let at = 0;
  let opened = false;
  for (const event of events) {
    if (event.kind === "bet_shown" && !opened) {
      opened = true; // all fists open at once
      starts.push(at);
      at += 320;
      continue;
    }
    starts.push(event.kind === "bet_shown" ? at - 320 : at);
    at += TURN[event.kind] ?? 0;
  }
  const faster = at > MOST ? MOST / at : 1;
  return starts.map((start) => Math.round(start * faster));
}

/** When the first event that fits begins; at once if there is none. */
export function begins(events: Event[], starts: number[], fits: (event: Event) => boolean): number {
  const at = events.findIndex(fits);
  return at < 0 ? 0 : (starts[at] ?? 0);
}
