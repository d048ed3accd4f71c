// Addresses of pages. A link is a link: the browser's own back and forward work.
import { addressIn, here, hrefOf, isStatic, type Address } from "./place";

class Router {
  #here = $state.raw<Address>(here());

  constructor() {
    addEventListener("popstate", () => this.#read());
    addEventListener("click", (event) => {
      if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
      const link = (event.target as Element | null)?.closest?.("a[href]");
      if (!(link instanceof HTMLAnchorElement)) return;
      const address = addressIn(link);
      if (address !== null) {
        event.preventDefault();
        this.go(address);
      } else if (isStatic && link.getAttribute("href")?.startsWith("#")) {
        event.preventDefault(); // a place on this page: the "#" of the address is taken
        document.getElementById(link.hash.slice(1))?.scrollIntoView();
      }
    });
  }

  #read(): void {
    this.#here = here();
  }

  get path(): string {
    return this.#here.path;
  }

  /** What follows the question mark, as it is written. */
  get search(): string {
    return this.#here.search;
  }

  get query(): URLSearchParams {
    return new URLSearchParams(this.#here.search);
  }

  /** The place on the page that the address points at. */
  get anchor(): string {
    return this.#here.anchor;
  }

  go(address: string): void {
    history.pushState(null, "", hrefOf(address));
    this.#read();
    if (!this.anchor) scrollTo(0, 0);
  }

  /** Change the address without a step back to it: a slider's place, a form's state. */
  note(address: string): void {
    history.replaceState(null, "", hrefOf(address));
    this.#read();
  }
}

export const router = new Router();
