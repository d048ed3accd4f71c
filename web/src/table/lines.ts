// A list in a panel ends on a whole line: what does not fit is scrolled to, not cut through the middle.

/** How much of a space a list may take, given where its lines end. */
export function wholeLines(ends: readonly number[], space: number): number {
  return ends.findLast((end) => end <= space) ?? space;
}

export interface Whole {
  /** What the list shows, so that it is measured again when that changes. */
  content: unknown;
  /** Is told how many lines do not fit. */
  onhidden?: (count: number) => void;
}

/**
 * Keep a list to whole lines of its parent's space. It is measured once a picture, just before that is drawn: the page is laid out then
 * anyway, while measuring as soon as something changes would lay it out twice.
 */
export function keepWhole(list: HTMLElement, whole: Whole) {
  let { onhidden } = whole;
  let due = 0;
  function fit(): void {
    const space = list.parentElement?.clientHeight ?? 0;
    const ends = Array.from(list.children, (line) => (line as HTMLElement).offsetTop + (line as HTMLElement).offsetHeight);
    const isCut = space > 0 && (ends.at(-1) ?? 0) > space;
    list.style.maxHeight = isCut ? `${wholeLines(ends, space)}px` : "";
    onhidden?.(isCut ? ends.filter((end) => end > wholeLines(ends, space)).length : 0);
  }
  const watcher = new ResizeObserver(fit);
  if (list.parentElement) watcher.observe(list.parentElement);
  void document.fonts.ready.then(fit);
  const update = (newer: Whole) => {
    ({ onhidden } = newer);
    cancelAnimationFrame(due);
    due = requestAnimationFrame(fit);
  };
  const destroy = () => {
    cancelAnimationFrame(due);
    watcher.disconnect();
  };
  return { update, destroy };
}
