import { afterEach, expect, it, vi } from "vitest";
import { analyse, replay } from "./client";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A server that refuses the first so many requests as too fast. */
function refusing(first: number): { asked: number } {
  vi.useFakeTimers();
  const seen = { asked: 0 };
  const answer = () => {
    seen.asked += 1;
    const isFast = seen.asked <= first;
    const body = isFast ? { code: "too_fast", message: "Wait a moment." } : { move: 3 };
    return Promise.resolve(new Response(JSON.stringify(body), { status: isFast ? 429 : 200 }));
  };
  vi.stubGlobal("fetch", answer);
  return seen;
}

it("looks again where it looked too fast, and gives up in the end", async () => {
  const few = refusing(2);
  const looking = replay("abc", 3, null);
  await vi.runAllTimersAsync();
  expect([await looking, few.asked]).toEqual([{ move: 3 }, 3]);

  const many = refusing(99);
  const failing = expect(replay("abc", 3, null)).rejects.toMatchObject({ code: "too_fast" });
  await vi.runAllTimersAsync();
  await failing;
  expect(many.asked).toBe(5);
});

it("does nothing twice that was refused", async () => {
  const seen = refusing(1);
  await expect(analyse("abc", true)).rejects.toMatchObject({ code: "too_fast" });
  expect(seen.asked).toBe(1);
});
