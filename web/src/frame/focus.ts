// Where the focus goes when the button that had it is gone: to its own thing drawn again, or to the nearest part of the page that is still
// there. It never falls to the body, from where a keyboard would begin at the top and a screen reader would be silent.
import { measure } from "./measuring";

const HOMES = "section, form, li, ul, dialog[open], main, .table, #page";

let path: Element[] = [];
let thing = "";

function remember(event: FocusEvent): void {
  path = event.composedPath().filter((node): node is Element => node instanceof Element);
  thing = path[0]?.getAttribute("data-thing") ?? path[0]?.getAttribute("data-spot") ?? "";
}

const isUsable = (element: Element): boolean => element.isConnected && element.checkVisibility() && !element.matches(":disabled");

/** The place for a focus that was lost, given where it was. */
function homeOf(lost: Element[]): HTMLElement | SVGElement | null {
  if (thing) {
    const again = document.querySelector<SVGElement>(`[data-thing="${CSS.escape(thing)}"], [data-spot="${CSS.escape(thing)}"]`);
    if (again && isUsable(again)) return again;
    const prompt = document.querySelector<HTMLElement>(".prompt");
    if (prompt) return prompt;
  }
  const home = lost.slice(1).find((element) => element.matches(HOMES) && isUsable(element)) as HTMLElement | undefined;
  if (home && home.id !== "page") return home;
  return document.querySelector<HTMLElement>("#page main, #page h1");
}

/** Where the focus should be, if it is lost. */
function missed(): HTMLElement | SVGElement | null {
  const [last] = path;
  return !last || document.activeElement !== document.body || isUsable(last) ? null : homeOf(path);
}

function mend(home: HTMLElement | SVGElement | null): void {
  if (!home) return; // it is where it was, or the next page is on its way
  if (home.tabIndex < 0 && !home.hasAttribute("tabindex")) home.setAttribute("tabindex", "-1");
  home.focus({ preventScroll: true });
}

/** Watch over the focus of a page. */
export function keepFocus(page: HTMLElement): void {
  addEventListener("focusin", remember);
  let callOff = (): void => undefined;
  const look = () => {
    callOff();
    callOff = measure(missed, mend);
  };
  new MutationObserver(look).observe(page, { childList: true, subtree: true, attributes: true, attributeFilter: ["disabled", "open"] });
}
