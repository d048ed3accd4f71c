// Ratings at a table that counts, as people read them.
import * as api from "../api/client";

/** A rating with how far off it may be; whoever has played few games has none yet. */
export function ratingText(rating: Pick<api.SeatRating, "number" | "margin">): string {
  return rating.number === null || rating.margin === null ? "new" : `${rating.number} ± ${rating.margin}`;
}

/** What changes the ratings at a table: who sits there, and whether the game is over. */
export function ratingsOf(frame: api.Frame): string {
  return frame.counts ? [frame.state === "over", ...frame.seats.map((seat) => `${seat.kind} ${seat.name} ${seat.bot ?? ""}`)].join() : "";
}

/** Fetch the ratings of a table by seat; where they cannot be had, the table goes on without. */
export async function fetchRatings(code: string): Promise<Record<number, string>> {
  const found = await api.tableRatings(code).catch(() => []);
  return Object.fromEntries(found.map((one) => [one.seat, ratingText(one)]));
}
