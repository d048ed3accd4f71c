import { expect, it, vi } from "vitest";
import { Asker, type Question, type Works } from "./asker";

function works(answers: (question: Question) => unknown): Works & { isEnded: boolean } {
  const made: Works & { isEnded: boolean } = {
    isEnded: false,
    onmessage: null,
    onerror: null,
    postMessage: (question) =>
      queueMicrotask(() => made.onmessage?.({ data: { id: question.id, ...(answers(question) as object) } } as MessageEvent)),
    terminate: () => (made.isEnded = true),
  };
  return made;
}

it("gives every question its own answer, and problems their code", async () => {
  const asker = new Asker(() => works(({ what }) => (what === "bad" ? { problem: { code: "not_over", message: "m" } } : { found: what })));
  const [one, two] = await Promise.all([asker.ask("one", null), asker.ask("two", null)]);
  expect([one, two]).toEqual(["one", "two"]);
  await expect(asker.ask("bad", null)).rejects.toMatchObject({ code: "not_over", message: "m" });
});

it("ends a worker that has rested, and begins another for the next question", async () => {
  vi.useFakeTimers();
  const made: (Works & { isEnded: boolean })[] = [];
  const asker = new Asker(() => made[made.push(works(() => ({ found: 1 }))) - 1]!, 1000);
  await asker.ask("one", null);
  vi.advanceTimersByTime(1100);
  expect(made[0]?.isEnded).toBe(true);
  await asker.ask("two", null);
  vi.useRealTimers();
  expect(made).toHaveLength(2);
});

it("tells whoever waits when a worker breaks down", async () => {
  const silent = { ...works(() => ({})), postMessage: () => undefined };
  const asker = new Asker(() => silent);
  const asked = asker.ask("one", null);
  silent.onerror?.({} as ErrorEvent);
  await expect(asked).rejects.toMatchObject({ code: "device_trouble" });
});
