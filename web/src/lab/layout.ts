// Where things stand in a picture, in pixels. Scales come from d3-scale, shapes from d3-shape; everything else is ours.
import { scaleLinear } from "d3-scale";
import { area, line } from "d3-shape";
import type { Band, Bin, Estimate, Spread } from "./figures";

export interface Place {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A scale of shares that never jumps: from 0 to everything, or to the next round number above the largest. */
export function shareTop(largest: number): number {
  for (const top of [0.05, 0.1, 0.2, 0.3, 0.4, 0.6, 0.8]) if (largest <= top) return top;
  return 1;
}

/** A scale of differences: always with 0 on it, the same to both sides where the interval lies on both. */
export function pointsDomain(found: readonly Estimate[], least = 0.1): [number, number] {
  const low = Math.min(-least / 2, ...found.map((one) => one.low));
  const high = Math.max(least / 2, ...found.map((one) => one.high));
  const step = high - low > 0.8 ? 0.2 : high - low > 0.35 ? 0.1 : 0.05;
  const down = (value: number) => Math.floor(value / step + 1e-9) * step;
  return [Math.max(-1, down(low)), Math.min(1, -down(-high))];
}

/** Round values on a scale, few enough to be read. */
export const ticks = (from: number, to: number, count: number): number[] => scaleLinear([from, to], [0, 1]).ticks(count);

export interface Column extends Place {
  bin: Bin;
  /** Where its 95% interval ends above and begins below. */
  reach: [number, number];
  /** From below, one piece for each winner. */
  pieces: Place[];
}

/** The columns of a histogram in a place; heights are shares of all games, so that two set-ups can be compared. */
export function columns(spread: Spread, x: (value: number) => number, top: number, place: Place, wide: number): Column[] {
  const y = scaleLinear([0, top], [place.y + place.height, place.y]);
  return spread.bins.map((bin) => {
    const height = y(0) - y(tall(bin, bin.share.value, wide));
    const left = x(bin.low);
    const width = Math.max(1, x(bin.high) - left);
    const column = { x: left, y: y(0) - height, width, height };
    let below = y(0);
    const pieces = bin.by_winner.map((count) => {
      const piece = bin.count ? (height * count) / bin.count : 0;
      below -= piece;
      return { x: left, y: below, width, height: piece };
    });
    return { ...column, bin, pieces, reach: [y(tall(bin, bin.share.high, wide)), y(tall(bin, bin.share.low, wide))] };
  });
}

/** The usual width of a bin: what heights are counted by where some bins are wider. */
export function usualWidth(spread: Spread): number {
  const widths = spread.bins.map((bin) => bin.high - bin.low).sort((a, b) => a - b);
  return widths[Math.floor(widths.length / 2)] ?? 1;
}

/** How tall a share is drawn: a wider bin is lower, so that areas can be compared. */
function tall(bin: Bin, share: number, wide: number): number {
  return (share / (bin.high - bin.low || 1)) * wide;
}

/** The tallest column of histograms, its interval included, in shares. */
export function tallest(spreads: readonly Spread[], wide: number): number {
  return Math.max(0.01, ...spreads.flatMap((spread) => spread.bins.map((bin) => tall(bin, bin.share.high, wide))));
}

/** The top edge of a histogram as steps, for one that lies over another. */
export function steps(found: readonly Column[], floor: number): string {
  const path = line<[number, number]>();
  const first = found[0];
  const last = found.at(-1);
  if (!first || !last) return "";
  const corners: [number, number][] = [[first.x, floor]];
  for (const one of found) corners.push([one.x, one.y], [one.x + one.width, one.y]);
  corners.push([last.x + last.width, floor]);
  return path(corners) ?? "";
}

/** The space between two quantiles of bands over time. */
export function between(
  bands: readonly Band[],
  low: number,
  high: number,
  x: (at: number) => number,
  y: (chance: number) => number,
): string {
  const shape = area<Band>()
    .x((band) => x(band.at))
    .y0((band) => y(band.quantiles[low] ?? 0))
    .y1((band) => y(band.quantiles[high] ?? 0));
  return shape([...bands]) ?? "";
}

/** One quantile of bands over time. */
export function along(bands: readonly Band[], which: number, x: (at: number) => number, y: (chance: number) => number): string {
  const shape = line<Band>()
    .x((band) => x(band.at))
    .y((band) => y(band.quantiles[which] ?? 0));
  return shape([...bands]) ?? "";
}

/** A text in rows of so many letters at most; only a word that is longer than a row is cut, and that shows. */
export function wrapped(text: string, most: number): string[] {
  const rows: string[] = [];
  for (const word of text.split(" ")) {
    const fitting = word.length > most ? `${word.slice(0, Math.max(1, most - 1))}\u2026` : word;
    const last = rows.at(-1);
    if (last !== undefined && last.length + 1 + fitting.length <= most) rows[rows.length - 1] = `${last} ${fitting}`;
    else rows.push(fitting);
  }
  return rows;
}

const WIDEST = (84 * Math.PI) / 180;

/** Where a share points on a dial whose middle is fair: each half is stretched to its end. In radians, 0 is upright. */
export function lean(share: number, fair: number): number {
  const half = share < fair ? (fair > 0 ? share / fair - 1 : 0) : fair < 1 ? (share - fair) / (1 - fair) : 0;
  return Math.max(-1, Math.min(1, half)) * WIDEST;
}

/** A point of a dial. */
export function onDial(angle: number, radius: number, x: number, y: number): [number, number] {
  return [x + radius * Math.sin(angle), y - radius * Math.cos(angle)];
}

/** A slice of a ring between two angles. */
export function slice(from: number, to: number, outer: number, inner: number, x: number, y: number): string {
  const wide = Math.max(to - from, 0.02); // an interval is never without width
  const end = from + wide;
  const at = (angle: number, radius: number) =>
    onDial(angle, radius, x, y)
      .map((value) => value.toFixed(2))
      .join(" ");
  return `M${at(from, outer)}A${outer} ${outer} 0 0 1 ${at(end, outer)}L${at(end, inner)}A${inner} ${inner} 0 0 0 ${at(from, inner)}Z`;
}
