// What an analysis says of one's own decisions goes into one's own statistics, on this device alone.
import type { Analysis, Frame } from "../api/client";
import { mine } from "../mine/mine.svelte";
import { decisionsOf, summary } from "./reading";

/** Keep it once all of a game is analysed that one has played on one seat, and not begun in the middle. */
export function keep(frame: Frame, found: Analysis): void {
  const [seat, another] = frame.me.seats;
  if (found.state !== "done" || frame.begun || seat === undefined || another !== undefined || mine.analysis(frame.table, seat)) return;
  mine.keepAnalysis(frame.table, seat, summary(frame.game, decisionsOf(found.verdicts, seat)));
}
