// Figures of somebody who is on several devices: the server keeps a copy, and each device merges it with its own. Whoever has one device
// sends nothing.
import * as api from "../api/client";
import { parse } from "./kept";
import { fitting, isSame, merged } from "./merging";
import { CHANGED, mine } from "./mine.svelte";
import { isShared } from "./shared";

const PAUSE = 3000;
/** Letters that the server takes, but for what stands around them. */
const MOST = 240_000;
const TRIES = 3;

/** Merge what is kept here and at the server, both ways. */
export async function share(): Promise<void> {
  for (let tried = 0; tried < TRIES; tried += 1) {
    const { version, data } = await api.figures();
    const there = parse(JSON.stringify(data ?? {}));
    const both = merged(mine.kept, there);
    mine.take(both);
    if (data !== null && isSame(both, there)) return;
    try {
      await api.keepFigures(version, fitting(both, MOST));
      return;
    } catch (problem) {
      if (!(problem instanceof api.Problem) || problem.code !== "stale_version") throw problem; // else another device was faster
    }
  }
}

let timer: ReturnType<typeof setTimeout> | undefined;
let isKept = false;

/** Share now and then: when the page begins, and a while after something was kept. What does not work now works the next time. */
export function keepSharing(): void {
  if (isKept) return;
  isKept = true;
  const soon = (wait: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void (isShared() && share().catch(() => undefined)), wait);
  };
  addEventListener(CHANGED, () => soon(PAUSE));
  soon(PAUSE / 3);
}
