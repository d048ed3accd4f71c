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

/** Keep a list to whole lines of its parent's space. */
export function keepWhole(list: HTMLElement, whole: Whole) {
  let { onhidden } = whole;
  function fit(): void {
    list.style.maxHeight = "";
    const space = list.parentElement?.clientHeight ?? 0;
    const ends = Array.from(list.children, (line) => (line as HTMLElement).offsetTop + (line as HTMLElement).offsetHeight);
    const isCut = space > 0 && (ends.at(-1) ?? 0) > space;
    if (isCut) list.style.maxHeight = `${wholeLines(ends, space)}px`;
    onhidden?.(isCut ? ends.filter((end) => end > wholeLines(ends, space)).length : 0);
  }
  const watcher = new ResizeObserver(fit);
  if (list.parentElement) watcher.observe(list.parentElement);
  void document.fonts.ready.then(fit);
  const update = (newer: Whole) => {
    ({ onhidden } = newer);
    fit();
  };
  return { update, destroy: () => watcher.disconnect() };
}
