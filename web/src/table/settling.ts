/**
 * End whatever moves in a part of the page, as far as it has an end. A rule of style for "everything in there" would do the same, but makes
 * the browser work out the style of everything in there, twice a move.
 */
export function settle(part: Element | undefined): void {
  for (const moving of part?.getAnimations({ subtree: true }) ?? []) {
    if (Number.isFinite(Number(moving.effect?.getComputedTiming().endTime))) moving.finish();
  }
}
