// What the page says of a position: names and chances, all of them taken from the view.
import { listed } from "../../frame/text";
import type { Room } from "../../table/room.svelte";
import type { Cell, Mouse, View } from "./view";

/** How likely a mouse is in a room, as far as this viewer can tell: sampled worlds if there are any, else each room alike. */
export function chanceOf(room: Room<View>, mouse: Mouse, place: number): number {
  if (room.hint && Object.keys(room.hint.belief).length > 0) return room.belief(`mouse:${mouse.seat} room:${place}`);
  return mouse.maybe.includes(place) ? 1 / mouse.maybe.length : 0;
}

/** A chance that there is, in a hundred: never none. */
export const percent = (share: number) => `${Math.max(1, Math.round(100 * share))}%`;

const COUNTS = ["no", "one", "two", "three", "four", "five"];
const counted = (n: number, what: string) => `${COUNTS[n] ?? n} ${what}${n === 1 ? "" : "s"}`;

/** A room in words, for those who hear the board. */
export function describe(room: Room<View>, cell: Cell): string {
  const view = room.view;
  const parts = [counted(cell.tokens, "token")];
  if (cell.traps) parts.push(`${counted(cell.traps, "trap")} among them`);
  if (cell.piece)
    parts.push(
      cell.upright ? `${cell.piece === "armchair" ? "an" : "a"} ${cell.piece} stands there` : `the ${cell.piece} lies on the floor`,
    );
  if (view.cat === cell.room) parts.push(room.seat === 0 ? "you are here" : "the cat is here");
  const below = view.mice.filter((mouse) => mouse.room === cell.room).map((mouse) => (mouse.seat === room.seat ? "you" : mouse.name));
  if (below.length > 0) parts.push(`${listed(below)} below`);
  if (room.showsBelief && !view.sees_below) {
    for (const mouse of view.mice) {
      const share = mouse.room === null ? chanceOf(room, mouse, cell.room) : 0;
      if (share > 0) parts.push(`${mouse.name} may be here, ${Math.max(1, Math.round(100 * share))} in 100`);
    }
  }
  return `${cell.name}: ${parts.join(", ")}.`;
}

/** A few words beside a seat's name. */
export function seatNote(room: Room<View>, seat: number): string {
  const view = room.view;
  if (seat === 0) {
    if (view.phase === "prowl") return `${view.left} of ${view.actions} actions`;
    return view.rooms[view.cat]?.name ?? "";
  }
  const mouse = view.mice[seat - 1];
  if (!mouse) return "";
  if (mouse.state === "outside") return "";
  if (mouse.state === "stunned") return "stunned";
  if (mouse.state === "coming_round") return "coming round";
  if (mouse.room !== null) return (view.rooms[mouse.room]?.name ?? "") + (mouse.terrified ? ", under the cat" : "");
  return "below the floor";
}

/** What the prompt is headed with when it is one's own move. */
export function promptTitle(room: Room<View>): string {
  const view = room.view;
  const name = view.mice[(room.seat ?? 0) - 1]?.name;
  switch (view.phase) {
    case "spares":
      return "Lay the spare tokens";
    case "traps":
      return "Hide the traps";
    case "starts":
      return `Where does ${name ?? "the mouse"} begin?`;
    case "prowl":
      return "Your hunt";
    default:
      return name ? `Your move, ${name}` : "Your move";
  }
}
