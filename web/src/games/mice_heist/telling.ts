// Things in words, for labels and those who hear the table.
import { listed } from "../../frame/text";
import { counted, plain, signed } from "./paints";
import type { Card, Chip, Held, Job, Obstacle, Outlook, Test, View, Way } from "./view";

export const wayText = (way: Way): string => `${way.skills.join(" and ")} ${way.target}`;
export const testText = (obstacle: Obstacle): string => obstacle.ways.map(wayText).join(" or ");

export function obstacleText(obstacle: Obstacle): string {
  return `${obstacle.name}: ${testText(obstacle)}, pays ${obstacle.payout}${obstacle.mandatory ? ", must be done" : ""}`;
}

export function nameOf(view: View, seat: number, me: number | null): string {
  return seat === me ? "You" : (view.mice[seat]?.name ?? "");
}

export function trackText(view: View, job: Job, me: number | null): string {
  const on = job.standing.map((seat) => `${nameOf(view, seat, me)} on ${job.track[seat]}`);
  return on.length > 0 ? `Track of ${job.name}: ${on.join(", ")}` : `Track of ${job.name}: nobody yet`;
}

export const chipText = (chip: Chip, i: number): string =>
  `Chip ${i + 1}, ${chip.colour}, ${signed(chip.value)} up, ${signed(chip.other)} below${chip.doubled ? ", counts twice" : ""}`;

export function leftText(job: Job): string {
  const left = job.obstacles.length;
  if (left === 0) return "all done";
  return left === 1 ? "the last obstacle" : `${left} obstacles left`;
}

/** "of 6, three short". */
export function gapText({ short, target }: Test): string {
  return `of ${target}, ${shortText(short)}`;
}

export function shortText(short: number): string {
  if (short === 0) return "just enough";
  return short > 0 ? `${counted(short)} short` : `${counted(-short)} over`;
}

/** What a card would make of the test: "makes 6", "up to 6" where one picks or draws, "no use here". */
export function outlookText(outlook: Outlook): string {
  if (outlook.is_useless) return "no use here";
  return `${outlook.is_sure ? "makes" : "up to"} ${plain(outlook.total)}`;
}

export const cardText = (card: Card): string => `${card.name}, teaches ${card.teaches}: ${card.effect}`;

export function deckText(deck: View["deck"]): string {
  const many = deck.cards === 1 ? "1 card" : `${deck.cards} cards`;
  return deck.top ? `The deck, ${many}: the next one teaches ${deck.top}` : `The deck, ${many}`;
}

export const nightText = (view: View): string =>
  `Turn ${view.turn}, ${view.larder} cheese in the larder${view.stakes ? ", with stakes" : ""}`;

export const namesOf = (view: View, seats: number[], me: number | null): string => listed(seats.map((seat) => nameOf(view, seat, me)));

/** A replay with everything turned up: no seat's eyes, and faces are known. */
export function isTurnedUp(view: View, seat: number | null): boolean {
  return seat === null && view.mice.some((mouse) => mouse.hand.some((held) => held.card !== null));
}

// What the prompt says

/** A title for what is asked. */
export function promptTitle({ phase, test }: View): string {
  switch (phase) {
    case "select":
      return "Pick an obstacle";
    case "bet":
      return "Your bet";
    case "scout":
      return "Scout Ahead";
    case "play":
      if (!test || test.short <= 0) return "That would do";
      return test.can_reach === false ? `No card reaches ${test.target}` : "Not enough yet";
    case "pick_chip":
      return test?.using?.name ?? "Pick a chip";
    case "learn":
    case "look_on":
      return "A lesson";
    case "discard":
      return "Your cards";
    default:
      return "Your move";
  }
}

const heldAt = (view: View, seat: number | null, thing: string): Held | undefined =>
  thing.startsWith("card:") ? view.mice[seat ?? -1]?.hand[Number(thing.slice(5))] : undefined;

const VERBS: Partial<Record<View["phase"], string>> = { play: "Play", learn: "Learn from", look_on: "Learn from", discard: "Discard" };

/** The button that plays a card names it: "Play Bite Hard". */
export function confirmText(view: View, seat: number | null, thing: string): string {
  const verb = VERBS[view.phase];
  const card = heldAt(view, seat, thing)?.card;
  return verb && card ? `${verb} ${card.name}` : "";
}

/** What a chosen card would bring: "Bite Hard makes 6: that would do." */
export function chosenText(view: View, seat: number | null, thing: string): string {
  const held = heldAt(view, seat, thing);
  if (!held?.card || !held.outlook) return "";
  if (held.outlook.is_useless) return `${held.card.name} brings nothing here.`;
  const [makes, does] = held.outlook.is_sure ? ["makes", "that would do"] : ["can make", "that could do"];
  return `${held.card.name} ${makes} ${plain(held.outlook.total)}${held.outlook.is_enough ? `: ${does}` : ", which is not enough"}.`;
}
