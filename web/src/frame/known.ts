// What somebody at this device has seen before, of a game and of the server: kept here, and nowhere else.

/** What is offered once: the card with the goal, the guided first game. */
export type Once = "goal" | "lesson";

const keyOf = (what: Once | "games", game: string): string => `${what}:${game}`;

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // storage is switched off: it is offered every time
  }
}

function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // as above
  }
}

export const isKnown = (what: Once, game: string): boolean => read(keyOf(what, game)) === "known";

export function know(what: Once, game: string): void {
  keep(keyOf(what, game), "known");
}

/** How many games somebody has begun here with "Play now". */
export const gamesBegun = (game: string): number => Number(read(keyOf("games", game)) ?? 0) || 0;

export function countGame(game: string): void {
  keep(keyOf("games", game), String(gamesBegun(game) + 1));
}

const MET = "met";

/** Whether a server has named whoever is at this device; the name itself is in a cookie that no script can read. */
export const hasMet = (): boolean => read(MET) === "yes";

export function keepMet(): void {
  keep(MET, "yes");
}

/** The cookie is gone: whoever is at this device is named again. */
export function forgetMet(): void {
  try {
    localStorage.removeItem(MET);
  } catch {
    // as above
  }
}
