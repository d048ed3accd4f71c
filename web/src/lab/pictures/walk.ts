// Walking through the marks of a picture by key: one stop for Tab, arrows from mark to mark, Enter opens.

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Where the focus goes from a place among so many, or null where a key means nothing here. */
export function next(key: string, at: number, count: number): number | null {
  if (count === 0) return null;
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  const step = STEPS[key];
  return step === undefined ? null : Math.max(0, Math.min(count - 1, at + step));
}

/** Let arrows walk through everything inside that has `data-mark`. */
export function walk(place: Element): () => void {
  const marks = () => [...place.querySelectorAll<SVGElement | HTMLElement>("[data-mark]")];
  const settle = (chosen?: Element) => {
    const all = marks();
    const here = chosen && all.includes(chosen as HTMLElement) ? chosen : (all.find((one) => one.tabIndex === 0) ?? all[0]);
    for (const one of all) one.setAttribute("tabindex", one === here ? "0" : "-1");
  };
  const onkeydown = (event: Event) => {
    const all = marks();
    const at = all.findIndex((one) => one === document.activeElement);
    const to = at < 0 ? null : next((event as KeyboardEvent).key, at, all.length);
    if (to === null) return;
    event.preventDefault();
    settle(all[to]);
    all[to]?.focus();
  };
  const onfocus = (event: Event) => settle((event.target as Element).closest("[data-mark]") ?? undefined);
  const watch = new MutationObserver(() => settle());
  settle();
  place.addEventListener("keydown", onkeydown);
  place.addEventListener("focusin", onfocus);
  watch.observe(place, { childList: true, subtree: true });
  return () => {
    place.removeEventListener("keydown", onkeydown);
    place.removeEventListener("focusin", onfocus);
    watch.disconnect();
  };
}
