// Whose eyes a device that several people share shall look with.
import type { Frame } from "../api/client";

export interface Step {
  /** The seat to look from; -1 as a spectator, behind the curtain; null: stay as it is. */
  look: number | null;
  /** For whom the curtain waits. */
  curtain: number | null;
}

/**
 * One person: their own seat, always. Several on one device: the seat that is to act, behind a curtain whenever it is somebody of another side
 * (people of one side share their secrets); while others act, the last one's eyes stay.
 */
export function nextSeat(frame: Frame, eyes: number | null): Step {
  const mine = frame.me.seats;
  if (mine.length === 0) return { look: -1, curtain: null };
  if (frame.state !== "playing") return { look: mine[0] ?? -1, curtain: null };
  if (mine.length === 1) return { look: mine[0] ?? -1, curtain: null };
  // Nobody is fetched for a move that the table makes.
  const acting = frame.acting.filter((seat) => mine.includes(seat) && !frame.seats[seat]?.forced);
  const wanted = acting.includes(eyes ?? -1) ? eyes : (acting[0] ?? null);
  if (wanted === null) return { look: eyes, curtain: null };
  const side = (seat: number | null) => (seat === null || seat < 0 ? null : (frame.seats[seat]?.side ?? null));
  if (eyes !== null && eyes >= 0 && side(eyes) === side(wanted)) return { look: wanted, curtain: null };
  const sides = new Set(mine.map((seat) => side(seat)));
  return sides.size === 1 ? { look: wanted, curtain: null } : { look: -1, curtain: wanted };
}
