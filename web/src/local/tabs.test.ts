import { beforeEach, expect, it, vi } from "vitest";
import { Problem } from "../api/client";
import type { Wire } from "../table/courier";
import type { Host, Viewer } from "./host";
import { Tabs, type Between, type Channel } from "./tabs";

/** A browser with its locks and channels, for all tabs of a test. */
class Browser implements Between {
  readonly #held = new Map<string, () => void>();
  readonly #waiting = new Map<string, (() => void)[]>();
  readonly #channels = new Set<Channel & { name: string }>();
  seize = (name: string, isStealing: boolean, lost: () => void) => {
    const before = this.#held.get(name);
    if (before && !isStealing) return Promise.resolve(null);
    this.#held.set(name, lost);
    before?.();
    return Promise.resolve(() => {
      if (this.#held.get(name) !== lost) return;
      this.#held.delete(name);
      this.#waiting.get(name)?.shift()?.();
    });
  };
  await = (name: string, free: () => void) => {
    const line = this.#waiting.get(name) ?? [];
    this.#waiting.set(name, [...line, free]);
    return () =>
      this.#waiting.set(
        name,
        (this.#waiting.get(name) ?? []).filter((one) => one !== free),
      );
  };
  channel = (name: string): Channel => {
    const made: Channel & { name: string } = {
      name,
      onmessage: null,
      postMessage: (data) => {
        for (const other of this.#channels)
          if (other !== made && other.name === name) queueMicrotask(() => other.onmessage?.({ data } as MessageEvent));
      },
      close: () => this.#channels.delete(made),
    };
    this.#channels.add(made);
    return made;
  };
}

/** A host that says who it is and repeats what it hears. */
function echo(name: string): Host {
  const viewers = new Set<Viewer>();
  return {
    join: (viewer: Viewer) => {
      viewers.add(viewer);
      viewer.send(`${name} shows ${viewer.seat}`);
      return Promise.resolve();
    },
    receive: (_: Viewer, text: string) => {
      for (const viewer of viewers) viewer.send(`${name} heard ${text}`);
      return Promise.resolve();
    },
    leave: (viewer: Viewer) => viewers.delete(viewer),
    stop: () => viewers.clear(),
  } as unknown as Host;
}

function dial(tabs: Tabs, seat: number | null = 0) {
  const got: string[] = [];
  const wire: Wire = {
    send: () => undefined,
    close: () => undefined,
    onopen: () => got.push("open"),
    onmessage: ({ data }) => got.push(data),
    onclose: ({ code, reason }) => got.push(`closed ${code} ${reason}`),
  };
  tabs.attach("~a", seat, wire);
  return { wire, got };
}
const quiet = () => new Promise((done) => setTimeout(done, 10));
let browser: Browser;
beforeEach(() => (browser = new Browser()));
const tab = (name: string, open = () => Promise.resolve(echo(name))) => new Tabs(open, browser, () => name);

it("drives a table in the first tab, and shows it through that one in the second", async () => {
  const one = dial(tab("one"));
  await quiet();
  const two = dial(tab("two"), -1);
  await quiet();
  two.wire.send("hello");
  await quiet();
  expect(one.got).toEqual(["open", "one shows 0", "one heard hello"]);
  expect(two.got).toEqual(["open", "one shows -1", "one heard hello"]);
});

it("hands the table on when the tab that drove it goes", async () => {
  const one = dial(tab("one"));
  await quiet();
  const tabs = tab("two");
  const two = dial(tabs);
  await quiet();
  one.wire.close();
  await quiet();
  expect(two.got.at(-1)).toBe("closed 1012 ");
  const again = dial(tabs); // as the courier does
  await quiet();
  expect(again.got).toEqual(["open", "two shows 0"]);
});

it("takes a table away from a tab that sleeps", async () => {
  vi.useFakeTimers();
  await browser.seize("mousehole ~a", false, () => undefined);
  const tabs = tab("two");
  const two = dial(tabs);
  await vi.advanceTimersByTimeAsync(3100);
  expect(two.got).toEqual(["closed 1012 "]);
  const again = dial(tabs);
  await vi.advanceTimersByTimeAsync(10);
  vi.useRealTimers();
  expect(again.got).toEqual(["open", "two shows 0"]);
});

it("stops driving when another tab has taken the table away", async () => {
  const one = dial(tab("one"));
  await quiet();
  await browser.seize("mousehole ~a", true, () => undefined);
  await quiet();
  expect(one.got.at(-1)).toBe("closed 1012 ");
});

it("refuses a table that cannot be opened by its code, and lets others try", async () => {
  const bad = dial(tab("one", () => Promise.reject(new Problem("old_rules", "", 0))));
  await quiet();
  expect(bad.got).toEqual(["closed 1008 old_rules"]);
  const good = dial(tab("two"));
  await quiet();
  expect(good.got).toEqual(["open", "two shows 0"]);
});
