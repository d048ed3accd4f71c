// The faces of the games' seats, fetched without their tables.
import type { Component } from "svelte";

export type Face = Component<{ seat: number; size?: number }>;
const FACES = import.meta.glob<{ default: Face }>("../games/*/Face.svelte");

/** Fetch the face that a game draws for its seats; nothing for a game without one. */
export async function faceOf(game: string): Promise<Face | null> {
  const found = FACES[`../games/${game}/Face.svelte`];
  return found ? (await found()).default : null;
}
