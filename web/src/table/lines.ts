// A list in a panel ends on a whole line: what does not fit is scrolled to, not cut through the middle.

/** How much of a space a list may take, given where its lines end. */
export function wholeLines(ends: readonly number[], space: number): number {
  return ends.findLast((end) => end <= space) ?? space;
}

/** Keep a list to whole lines of its parent's space; `_content` is what it shows, so that it is measured anew. */
export function keepWhole(list: HTMLElement, _content: unknown) {
  function fit(): void {
    list.style.maxHeight = "";
    const space = list.parentElement?.clientHeight ?? 0;
    const ends = Array.from(list.children, (line) => (line as HTMLElement).offsetTop + (line as HTMLElement).offsetHeight);
    if (space > 0 && (ends.at(-1) ?? 0) > space) list.style.maxHeight = `${wholeLines(ends, space)}px`;
  }
  const watcher = new ResizeObserver(fit);
  if (list.parentElement) watcher.observe(list.parentElement);
  void document.fonts.ready.then(fit);
  return { update: () => fit(), destroy: () => watcher.disconnect() };
}
