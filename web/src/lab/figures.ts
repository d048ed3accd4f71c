// Figures of the lab as words and rows: what every picture has behind it as a table.
import { capital } from "../frame/text";
import type { components } from "../api/schema";

type Schemas = components["schemas"];
export type Estimate = Schemas["Estimate"];
export type Bar = Schemas["Bar"];
export type Bin = Schemas["Bin"];
export type Spread = Schemas["Histogram"];
export type Band = Schemas["Band"];
export type Worth = Schemas["Worth"];
export type Results = Schemas["Results"];
export type Comparison = Schemas["Comparison"];

/** A table: heads, and rows whose first cell names the row. */
export interface Table {
  heads: string[];
  rows: string[][];
}

/** What somebody wants to see games of: what they have in common, the set-up they are of, and some of their numbers. */
export interface Behind {
  title: string;
  address: string;
  games: readonly number[];
}

/** A share in per cent: "18.0%", and "0.4%" or "under 0.1%" where it is small. */
export function percent(share: number, digits = 1): string {
  if (share > 0 && share < 0.0005 && digits === 1) return "under 0.1%";
  return `${(100 * share).toFixed(digits)}%`;
}

/** An interval of a share: "14.6 to 22.1%". */
export function span(found: Estimate): string {
  return `${(100 * found.low).toFixed(1)} to ${(100 * found.high).toFixed(1)}%`;
}

/** A difference of shares in games of a hundred, with its sign: "+29.6"; the minus is a real one. */
export function points(share: number, digits = 1): string {
  const text = (100 * Math.abs(share)).toFixed(digits);
  if (Number(text) === 0) return text;
  return `${share < 0 ? "\u2212" : "+"}${text}`;
}

/** An interval of a difference: "+25.9 to +33.3". */
export const pointSpan = (found: Estimate): string => `${points(found.low)} to ${points(found.high)}`;

/** A plain number as people write it: "11", "10.4". */
export const plain = (value: number): string => (Number.isInteger(value) ? `${value}` : value.toFixed(1));

/** What several bars say, the sides of one or two set-ups beside each other. */
export function barTable(what: string, names: readonly string[], parts: readonly (readonly Bar[])[]): Table {
  const labels = rowsOf(parts);
  const heads = [
    what,
    ...parts.flatMap((_, i) => (parts.length > 1 ? [names[i] ?? "", "95% interval", "games"] : ["share", "95% interval", "games"])),
  ];
  const rows = labels.map(({ label, bars }) => [
    label,
    ...bars.flatMap((bar) => (bar ? [percent(bar.share.value), span(bar.share), `${bar.count}`] : ["0.0%", "", "0"])),
  ]);
  return { heads, rows };
}

export interface Row {
  name: string;
  label: string;
  fair: number | null;
  /** One for each set-up; null where it never happened there. */
  bars: (Bar | null)[];
}

/** The bars of one or two set-ups, brought together by name, in the order in which they come. */
export function rowsOf(parts: readonly (readonly Bar[])[]): Row[] {
  const found = new Map<string, Row>();
  parts.forEach((bars, at) => {
    for (const bar of bars) {
      let row = found.get(bar.name);
      if (!row) {
        row = { name: bar.name, label: bar.label, fair: bar.fair ?? null, bars: parts.map(() => null) };
        found.set(bar.name, row);
      }
      row.bars[at] = bar;
    }
  });
  return [...found.values()];
}

/** Endings: the commonest first, the rare ones at the end, however the set-ups come. */
export function byShare(rows: readonly Row[]): Row[] {
  const most = (row: Row) => Math.max(...row.bars.map((bar) => bar?.share.value ?? 0));
  return [...rows].sort((a, b) => most(b) - most(a));
}

/** One bin as words: "11", "8 to 11", for whole numbers up to but not including the end. */
export function binLabel(bin: Bin): string {
  const last = bin.high - 1;
  if (!Number.isInteger(bin.low) || !Number.isInteger(bin.high)) return `${plain(bin.low)} to ${plain(bin.high)}`;
  return last <= bin.low ? `${bin.low}` : `${bin.low} to ${last}`;
}

export function spreadTable(spread: Spread, winners: readonly string[]): Table {
  const isSplit = winners.length > 1 && spread.bins.some((bin) => bin.by_winner.length > 1);
  return {
    heads: [spread.unit, "share", "95% interval", "games", ...(isSplit ? winners.map((who) => `won by ${who}`) : [])],
    rows: spread.bins.map((bin) => [
      binLabel(bin),
      percent(bin.share.value),
      span(bin.share),
      `${bin.count}`,
      ...(isSplit ? winners.map((_, i) => `${bin.by_winner[i] ?? 0}`) : []),
    ]),
  };
}

/** A quantile of a chance with its interval: "61% (58 to 64%)". */
export function bandText(band: Band, which: number, digits = 1): string {
  const [value, low, high] = [band.quantiles, band.lows, band.highs].map((some) => some[which] ?? 0);
  return `${percent(value ?? 0, digits)} (${(100 * (low ?? 0)).toFixed(digits)} to ${percent(high ?? 0, digits)})`;
}

/** A median with its interval: "10 (9 to 11)". */
export const medianText = (found: Estimate, unit = ""): string =>
  `${plain(found.value)}${unit} (${plain(found.low)} to ${plain(found.high)}${unit})`;

/** A mean with its interval: "4.8 (4.7 to 4.9)". */
export const meanText = ({ value, low, high }: Estimate): string => `${value.toFixed(1)} (${low.toFixed(1)} to ${high.toFixed(1)})`;

export function bandTable(bands: readonly Band[]): Table {
  return {
    heads: ["of the game", "5% of games up to", "25%", "half of all games", "75%", "95%"],
    rows: bands.map((band) => [percent(band.at, 0), ...band.quantiles.map((_, i) => bandText(band, i, 0))]),
  };
}

export function worthTable(worths: readonly Worth[]): Table {
  return {
    heads: ["what", "for", "wins with it", "wins without", "difference", "95% interval"],
    rows: worths.map((worth) => [
      worth.label,
      worth.side_label,
      percent(worth.with_it.value),
      percent(worth.without.value),
      points(worth.difference.value),
      pointSpan(worth.difference),
    ]),
  };
}

/** The finding of who wins, in a sentence: who is above the fair share for certain, who below, or nobody. */
export function whoWins(bars: readonly Bar[]): string {
  const clear = bars.filter((bar) => bar.fair != null && bar.share.low > bar.fair);
  const lead = [...clear].sort((a, b) => b.share.value - a.share.value)[0];
  if (lead) return `More than a fair share goes to ${lead.label}: ${percent(lead.share.value)} (${span(lead.share)}).`;
  const low = bars.find((bar) => bar.fair != null && bar.share.high < bar.fair);
  if (low) return `Less than a fair share goes to ${low.label}: ${percent(low.share.value)} (${span(low.share)}).`;
  const only = bars[0];
  if (only && only.fair == null) return `${capital(only.label)} wins ${percent(only.share.value)} (${span(only.share)}).`;
  return "Nobody is shown to have it easier.";
}

/** Which quarter of a run has been reached, from 0 to 4: what is said aloud, and no more. */
export const quarter = (played: number, asked: number): number => (asked > 0 ? Math.floor((4 * played) / asked) : 0);

/** How long a run will still take, in words; nothing before anything can be said. */
export function timeLeft(played: number, asked: number, seconds: number): string {
  if (played <= 0 || seconds <= 0 || played >= asked) return "";
  const left = (seconds / played) * (asked - played);
  const pace = played / seconds;
  const speed = pace >= 10 ? `${Math.round(pace)} games a second` : `${pace.toFixed(1)} games a second`;
  const wait = left < 90 ? `about ${Math.max(1, Math.round(left))} s left` : `about ${Math.round(left / 60)} min left`;
  return `${wait}, ${speed}`;
}
