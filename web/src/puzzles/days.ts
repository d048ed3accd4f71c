// The deal of the day: the text to share, days in a row, and the month as a calendar. Days are written YYYY-MM-DD, as Greenwich has them.
import type { KeptAnalysis, KeptDay } from "../mine/kept";
import { capital, words } from "../frame/text";

const DAY_MS = 86_400_000;
const CIRCLES: Record<string, string> = { b: "●", g: "●", d: "◐", m: "○", x: "○" };

const dateOf = (day: string): Date => new Date(`${day}T00:00:00Z`);
const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

/** The day so many days later. */
export const later = (day: string, days: number): string => dayOf(new Date(dateOf(day).getTime() + days * DAY_MS));

const SHORT = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", timeZone: "UTC" });
const LONG = new Intl.DateTimeFormat("en-GB", { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" });
const PLAIN = new Intl.DateTimeFormat("en-GB", { month: "long", timeZone: "UTC" });
const MONTH = new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric", timeZone: "UTC" });

export const shortDay = (day: string): string => SHORT.format(dateOf(day));
export const longDay = (day: string): string => LONG.format(dateOf(day));
/** A month's name, with the year unless it is this one. */
export const monthName = (month: string, today: string): string =>
  (month.slice(0, 4) === today.slice(0, 4) ? PLAIN : MONTH).format(dateOf(`${month}-01`));

/** How a day's game went, in a word. */
export const result = (one: Pick<KeptDay, "won">): string => (one.won >= 1 ? "won" : one.won > 0 ? "shared" : "lost");

/** One circle a decision: full where it was good, half where it was doubtful, empty where it was a mistake. */
export const circles = (labels: string): string => [...labels].map((label) => CIRCLES[label] ?? "").join("");

/** How many days in a row something was played, up to today or yesterday. */
export function streak(days: readonly KeptDay[], today: string): number {
  const played = new Set(days.map((one) => one.day));
  let day = played.has(today) ? today : later(today, -1);
  let count = 0;
  while (played.has(day)) {
    count += 1;
    day = later(day, -1);
  }
  return count;
}

/** The text to copy: results and circles, and nothing that would help or spoil anybody's own game. */
export function shareText(
  day: string,
  played: readonly KeptDay[],
  titles: Record<string, string>,
  analyses: readonly KeptAnalysis[],
  inRow: number,
): string {
  const lines = [`Mousehole, ${shortDay(day)}`];
  for (const one of played) {
    lines.push(`${titles[one.game] ?? capital(words(one.game))}, ${one.role}: ${result(one)}`);
    const found = analyses.find((analysis) => analysis.code === one.code && analysis.seat === one.seat);
    if (found) lines.push(`${circles(found.labels)} ${found.loss.toFixed(1)} points lost a move`);
  }
  if (inRow > 1) lines.push(`${inRow} days in a row`);
  return lines.join("\n");
}

export interface CalendarDay {
  day: string;
  number: number;
  state: "won" | "lost" | "none";
  isToday: boolean;
  /** The same for those who hear it. */
  words: string;
}

/** The weeks of a month (YYYY-MM), Mondays first; null where the month has not begun or is over. */
export function weeks(month: string, days: readonly KeptDay[], today: string): (CalendarDay | null)[][] {
  const first = `${month}-01`;
  const blank = (dateOf(first).getUTCDay() + 6) % 7;
  const cells: (CalendarDay | null)[] = Array.from({ length: blank }, () => null);
  for (let day = first; day.startsWith(month); day = later(day, 1)) cells.push(calendarDay(day, days, today));
  while (cells.length % 7 > 0) cells.push(null);
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(7 * week, 7 * week + 7));
}

function calendarDay(day: string, days: readonly KeptDay[], today: string): CalendarDay {
  const played = days.filter((one) => one.day === day);
  const won = played.filter((one) => one.won > 0).length;
  const said = played.length === 0 ? (day > today ? "still to come" : "not played") : won === 0 ? "lost" : `${won} won of ${played.length}`;
  return {
    day,
    number: Number(day.slice(8)),
    state: played.length === 0 ? "none" : won > 0 ? "won" : "lost",
    isToday: day === today,
    words: `${shortDay(day)}: ${said}${day === today ? ", today" : ""}`,
  };
}

/** The month so many months later. */
export function monthLater(month: string, months: number): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return dayOf(new Date(Date.UTC(year, number - 1 + months, 1))).slice(0, 7);
}
