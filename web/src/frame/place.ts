// Where the page lives: at the root of a server, or as plain files in any folder of any host. There nobody answers for deep addresses, so
// they stand behind the "#".

/** Whether the page is plain files without a server (`mousehole export` marks it so). */
export const isStatic = document.documentElement.dataset.home === "./";

/** Whether games can be played here without a server: their rules, bots and words lie beside the page. */
export const hasLocal = document.documentElement.dataset.local === "yes";

/** The folder that the page's own files lie in. */
export const folder = isStatic ? new URL("./", document.baseURI).href : `${location.origin}/`;

/** An address of the page, from its root: "/rules/GAME?x=y#ID". */
export interface Address {
  path: string;
  /** What follows the question mark. */
  search: string;
  /** What follows the "#" of a page. */
  anchor: string;
}

/** Read an address of the page, written from its root. */
export function parseAddress(text: string): Address {
  const [rest = "", anchor = ""] = text.split("#", 2);
  const [path = "", search = ""] = rest.split("?", 2);
  return { path: path || "/", search, anchor };
}

/** Where the page is now. */
export function here(at: Location = location, isBehindHash = isStatic): Address {
  if (!isBehindHash) return { path: at.pathname, search: at.search.slice(1), anchor: at.hash.slice(1) };
  return parseAddress(at.hash.startsWith("#/") ? at.hash.slice(1) : "/");
}

/** What the browser calls an address of the page, as the page writes it into its links. */
export const hrefOf = (address: string, isBehindHash = isStatic): string => (isBehindHash ? `#${address}` : address);

/** A whole address that can be sent to somebody. */
export const linkTo = (address: string): string => (isStatic ? `${folder}#${address}` : `${location.origin}${address}`);

/** The address that a link leads to, if it is one of the page's own; null: leave it to the browser. */
export function addressIn(link: HTMLAnchorElement, isBehindHash = isStatic): string | null {
  if (link.target || link.hasAttribute("download")) return null;
  if (!isBehindHash) {
    if (link.origin !== location.origin || link.pathname.startsWith("/api/")) return null;
    if (link.hash && link.pathname === location.pathname) return null;
    return link.pathname + link.search + link.hash;
  }
  const href = link.getAttribute("href") ?? "";
  return href.startsWith("#/") ? href.slice(1) : href.startsWith("/") && !href.startsWith("//") ? href : null;
}

/**
 * Links are written from the page's root everywhere. In a folder of plain files they are rewritten as they appear, so that opening one in a
 * new tab, or copying it, leads to the page as well.
 */
export function keepLinks(root: HTMLElement): void {
  if (!isStatic) return;
  const mend = () => {
    for (const link of root.querySelectorAll('a[href^="/"]')) link.setAttribute("href", hrefOf(link.getAttribute("href") ?? "/"));
  };
  new MutationObserver(mend).observe(root, { childList: true, subtree: true, attributes: true, attributeFilter: ["href"] });
  mend();
}
