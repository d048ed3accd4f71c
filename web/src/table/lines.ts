// A list in a panel ends on a whole line: what does not fit is scrolled to, not cut through the middle.
import { measure } from "../frame/measuring";

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

/** Keep a list to whole lines of its parent's space, measured once a picture. */
export function keepWhole(list: HTMLElement, whole: Whole) {
  let { onhidden } = whole;
  let callOff = (): void => undefined;
  const read = () => ({
    space: list.parentElement?.clientHeight ?? 0,
    ends: Array.from(list.children, (line) => (line as HTMLElement).offsetTop + (line as HTMLElement).offsetHeight),
  });
  function fit({ space, ends }: ReturnType<typeof read>): void {
    const isCut = space > 0 && (ends.at(-1) ?? 0) > space;
    list.style.maxHeight = isCut ? `${wholeLines(ends, space)}px` : "";
    onhidden?.(isCut ? ends.filter((end) => end > wholeLines(ends, space)).length : 0);
  }
  const watcher = new ResizeObserver(() => fit(read()));
  if (list.parentElement) watcher.observe(list.parentElement);
  void document.fonts.ready.then(() => fit(read()));
  const update = (newer: Whole) => {
    ({ onhidden } = newer);
    callOff();
    callOff = measure(read, fit);
  };
  const destroy = () => {
    callOff();
    watcher.disconnect();
  };
  return { update, destroy };
}
