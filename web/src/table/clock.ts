// Times as clocks show them.

/** "9:05" under an hour, "3 h" above, "2 days" for games that rest. */
export function timeText(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  if (seconds >= 48 * 3600) return `${Math.floor(seconds / 86_400)} days`;
  if (seconds >= 3600) return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

export type Warning = "" | "soon" | "hurry";
const SOON = 30_000;
const HURRY = 10_000;

/** How a clock warns that has so much left of so much: in the last half minute of a long time, and in the last seconds of any. */
export function warningOf(left: number, span: number): Warning {
  if (left <= Math.min(HURRY, span / 2)) return "hurry";
  return left <= SOON && span > 1.5 * SOON ? "soon" : "";
}

/** What is said once, when a warning begins. */
export const warningText = (warning: Warning, left: number): string =>
  warning === "" ? "" : `${Math.max(1, Math.ceil(left / 1000))} seconds left.`;
