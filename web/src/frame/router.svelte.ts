// Addresses of pages. A link is a link: the browser's own back and forward work.

class Router {
  #path = $state(location.pathname);
  #query = $state(location.search);

  constructor() {
    addEventListener("popstate", () => this.#read());
    addEventListener("click", (event) => {
      if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
      const link = (event.target as Element | null)?.closest?.("a[href]");
      if (!(link instanceof HTMLAnchorElement) || link.target || link.hasAttribute("download")) return;
      if (link.origin !== location.origin || link.pathname.startsWith("/api/")) return;
      if (link.hash && link.pathname === location.pathname) return;
      event.preventDefault();
      this.go(link.pathname + link.search + link.hash);
    });
  }

  #read(): void {
    this.#path = location.pathname;
    this.#query = location.search;
  }

  get path(): string {
    return this.#path;
  }

  get query(): URLSearchParams {
    return new URLSearchParams(this.#query);
  }

  go(address: string): void {
    history.pushState(null, "", address);
    this.#read();
    if (!location.hash) scrollTo(0, 0);
  }

  /** Change the address without a step back to it: a slider's place, a form's state. */
  note(address: string): void {
    history.replaceState(null, "", address);
    this.#read();
  }
}

export const router = new Router();
