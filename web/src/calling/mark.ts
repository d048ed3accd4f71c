// The tab says that it is one's turn: in its title, and by a mark on its icon.

const PLAIN = "mousehole.svg";
const MARKED = "mousehole-turn.svg";

/** What the tab is called at a table. */
export const tabTitle = (game: string, isAsked: boolean): string => (isAsked ? `Your turn - ${game}` : game);

/** Put the mark on the tab's icon, or take it off. */
export function mark(isAsked: boolean): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (!icon) return;
  const href = icon.href.replace(/[^/]*$/, isAsked ? MARKED : PLAIN);
  if (icon.href !== href) icon.href = href;
}
