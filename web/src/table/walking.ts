// Arrow keys walk from thing to thing on the board, the way they lie there.

const STEPS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

interface Spot {
  x: number;
  y: number;
}

/** The nearest spot in a direction: what lies straight ahead comes before what is merely close. */
export function nearest(from: Spot, spots: Spot[], step: [number, number]): number {
  let best = -1;
  let least = Infinity;
  spots.forEach((spot, i) => {
    const ahead = (spot.x - from.x) * step[0] + (spot.y - from.y) * step[1];
    const aside = Math.abs((spot.x - from.x) * step[1]) + Math.abs((spot.y - from.y) * step[0]);
    if (ahead < 4) return;
    const cost = ahead + 2.5 * aside;
    if (cost < least) {
      least = cost;
      best = i;
    }
  });
  return best;
}

const THINGS = "[data-thing], [data-spot]";

/** Let the arrow keys move the focus inside a node; from anywhere else that has no use for them they lead to the first thing. */
export function walking(node: HTMLElement) {
  function onkeydown(event: KeyboardEvent) {
    const step = STEPS[event.key];
    if (!step || !(event.target instanceof Element)) return;
    if (
      event.defaultPrevented ||
      event.altKey ||
      event.ctrlKey ||
      event.metaKey ||
      event.target.closest("input, textarea, select, dialog, [data-at]")
    )
      return;
    const here = event.target.closest(THINGS);
    if (!here) {
      const first = node.querySelector<HTMLElement | SVGElement>("[data-thing]");
      if (first && isAtLarge(event.target)) {
        event.preventDefault();
        first.focus();
      }
      return;
    }
    if (!node.contains(here)) return;
    const things = Array.from(node.querySelectorAll<HTMLElement | SVGElement>(THINGS)).filter((thing) => thing !== here);
    const middle = (element: Element): Spot => {
      const box = element.getBoundingClientRect();
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    };
    const found = things[nearest(middle(here), things.map(middle), step)];
    if (!found) return;
    event.preventDefault();
    found.focus();
  }
  addEventListener("keydown", onkeydown);
  return { destroy: () => removeEventListener("keydown", onkeydown) };
}

/** Whether the focus is nowhere, or on what cannot be scrolled by the arrows: there they are free to lead to the board. */
function isAtLarge(target: Element): boolean {
  return target === document.body || target.closest(".prompt") !== null;
}
