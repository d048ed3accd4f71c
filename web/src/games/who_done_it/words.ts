// What the table says beside the server's sentences: names of cells for those who hear the board, and previews in a line.
import { capital, listed } from "../../frame/text";
import type { LegalMove } from "../../api/client";
import type { Card, MazeRoom, Preview, Run, View } from "./view";

const SIDES = ["north", "east", "south", "west"];
const NUMBERS = ["No", "One", "Two", "Three", "Four"];
export const NAME: Record<string, string> = { mouse: "Mouse", cat: "Cat", cheese: "Cheese", cucumber: "Cucumber" };

/** How a card lies, in words: "open north and east, a mouse hole west, a light cog south". */
export function looks(card: Card, turn: number): string {
  const at = (side: number) => (side - turn + 8) % 4;
  const where = (test: (side: number) => boolean) => SIDES.filter((_, side) => test(at(side)));
  const parts: string[] = [];
  const open = where((side) => card.sides[side] === "open");
  parts.push(open.length === 0 ? "closed all round" : `open ${listed(open, "and")}`);
  const holes = where((side) => card.sides[side] === "hole");
  if (holes.length > 0) parts.push(`mouse hole ${listed(holes, "and")}`);
  for (const kind of ["light", "dark"] as const) {
    const cogs = where((side) => card.cogs[side] === kind);
    if (cogs.length > 0) parts.push(`${kind} cog ${listed(cogs, "and")}`);
  }
  return parts.join(", ");
}

export function roomLabel(room: MazeRoom): string {
  const under =
    room.under.length > 0
      ? `, on ${listed(
          room.under.map((name) => `the ${name}`),
          "and",
        )}`
      : "";
  return `${room.cell}: ${room.card.name}${under}, ${looks(room.card, room.turn)}`;
}

export function cellLabel(view: View, cell: string): string {
  const who = (["mouse", "cat", "cheese"] as const).filter((name) => view[name] === cell).map((name) => `the ${NAME[name]}`);
  if (who.length > 0) return `${cell}: ${listed(who, "and")}`;
  const room = view.rooms.find((found) => found.cell === cell);
  return room ? roomLabel(room) : `${cell}: empty`;
}

const LOST: Record<string, string> = {
  mouse_stuck: "The Mouse would be stuck: that loses the game.",
  cat_stuck: "The Cat would be stuck: that loses the game.",
  mouse_over_cheese: "The Mouse would run over the Cheese: that loses the game.",
  cat_over_mouse: "The Cat would run over the Mouse: that loses the game.",
  no_placement: "No card would fit any more: that loses the game.",
};

function runText(run: Run): string {
  const safe = run.ways.filter((way) => !way.is_prey).map((way) => way.cell);
  const name = `the ${NAME[run.who]}`;
  if (safe.length === 0) return run.may_stay ? `${name} stays, or runs over its prey` : `${name} could only run over its prey`;
  const over = run.ways.some((way) => way.is_prey) ? ", or over its prey" : "";
  const stay = run.may_stay ? ", or stays" : "";
  return `${name} runs to ${safe.length > 4 ? `one of ${safe.length} cells` : listed(safe, "or")}${over}${stay}`;
}

/** What is certain about a move, in a line. */
export function foresight(seen: Preview): string {
  if (seen.lost) return LOST[seen.lost] ?? "That loses the game.";
  const parts: string[] = [];
  const turns = seen.turns.length;
  if (turns > 0) parts.push(`${(NUMBERS[turns] ?? String(turns)).toLowerCase()} ${turns === 1 ? "room turns" : "rooms turn"}`);
  if (seen.run) {
    parts.push(runText(seen.run));
    const then = seen.run.ways.find((way) => way.then !== null)?.then;
    if (then) parts.push(`the ${NAME[then.who]} runs too`);
  }
  for (const who of seen.stays) parts.push(`the ${NAME[who]} cannot get through and stays`);
  if (seen.paths) parts.push(ways(seen.paths.mouse_cheese, seen.paths.cat_mouse));
  return parts.length > 0 ? `${capital(parts.join(", then "))}.` : "";
}

export function ways(toCheese: boolean, toCat: boolean): string {
  if (toCheese && toCat) return "there is a way from Mouse to Cheese, and one from Cat to Mouse";
  if (toCheese) return "there is a way from Mouse to Cheese, none from Cat to Mouse";
  if (toCat) return "there is a way from Cat to Mouse, none from Mouse to Cheese";
  return "there is no way from Mouse to Cheese, and none from Cat to Mouse";
}

/** A short question for a move that is chosen. */
export function question(view: View, move: LegalMove): string {
  const [kind, thing = ""] = (move.touches[0] ?? "").split(":");
  if (kind === "belt") {
    const card = view.belt[Number(thing)]?.name ?? "card";
    return view.phase === "cover" ? `Cover a room with the ${card}?` : `Set down the ${card}?`;
  }
  if (kind === "agenda") return `Use the ${NAME[thing]}'s ability?`;
  if (view.phase === "turn") return `Turn the ${view.rooms.find((room) => room.cell === thing)?.card.name ?? "room"}?`;
  if (view.phase === "cat") return `The Cat comes out at ${thing}?`;
  return view.run ? `The ${NAME[view.run.who]} runs to ${thing}?` : "Shall it be so?";
}

/** What to do now, in three or four words. */
export function title(view: View): string {
  if (view.phase === "place") {
    return view.active === "either" ? "Set a card down" : `Build beside the ${NAME[view.active ?? "mouse"]}`;
  }
  if (view.phase === "run") return `Where does the ${NAME[view.run?.who ?? "mouse"]} run?`;
  if (view.phase === "cat") return "The Cat comes out";
  if (view.phase === "turn") return "Turn a room";
  if (view.phase === "cover") return "Cover any room";
  if (view.phase === "abilities") return "An ability first?";
  return "The case is closed";
}
