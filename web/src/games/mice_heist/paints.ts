// Paints and words that belong to this table's drawings.
import type { Worn } from "../../art/Mouse.svelte";
import type { Colour, Skill } from "./view";

export const SKILLS: Skill[] = ["agility", "charm", "dexterity"];
export const TINT: Record<Skill, string> = { agility: "#CFE5D4", charm: "#F8D3C7", dexterity: "#FBE3A9" };
export const CHIP: Record<Colour, string> = {
  blue: "#5E8FC9",
  green: "#77A96C",
  yellow: "#F0B53C",
  orange: "#DE8A3F",
  red: "#D2604A",
  purple: "#9A6FB5",
};
/** Each mouse wears a thing of its own, the sixth a woollen cap. */
export const WORN: Worn[] = ["scarf", "cap", "bow", "beret", "spectacles", "none"];
export const GROUND = ["#D2604A", "#5E8FC9", "#77A96C", "#F0B53C", "#A873A0", "#5FA8A0"];
export const THING = ["red scarf", "blue cap", "green bow tie", "gold beret", "plum spectacles", "teal woollen cap"];

const COUNTS = ["none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

export const counted = (count: number): string => COUNTS[count] ?? String(count);
/** A number with its sign; the real minus. */
export const signed = (number: number): string => (number > 0 ? `+${number}` : number < 0 ? `−${-number}` : "0");
export const plain = (number: number): string => (number < 0 ? `−${-number}` : String(number));
