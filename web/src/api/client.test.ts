import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { hasMet, keepMet } from "../frame/known";
import * as api from "./client";

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A server that refuses the first so many requests as too fast. */
function refusing(first: number): { asked: number } {
  keepMet();
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
  const looking = api.replay("abc", 3, null);
  await vi.runAllTimersAsync();
  expect([await looking, few.asked]).toEqual([{ move: 3 }, 3]);

  const many = refusing(99);
  const failing = expect(api.replay("abc", 3, null)).rejects.toMatchObject({ code: "too_fast" });
  await vi.runAllTimersAsync();
  await failing;
  expect(many.asked).toBe(5);
});

it("does nothing twice that was refused", async () => {
  const seen = refusing(1);
  await expect(api.analyse("abc", true)).rejects.toMatchObject({ code: "too_fast" });
  expect(seen.asked).toBe(1);
});

it("asks for a newcomer's name before anything else, once, and holds up nothing that names nobody", async () => {
  const asked: string[] = [];
  let name: () => void = () => undefined;
  const named = new Promise<void>((done) => (name = done));
  vi.stubGlobal("fetch", async (path: string) => {
    asked.push(path);
    if (path === "/api/me" && asked.length === 1) await named;
    return new Response("{}");
  });
  const answers = [api.labSetup("game=a"), api.labSetup("game=b"), api.health()];
  await answers[2];
  expect(asked).toEqual(["/api/me", "/api/health"]);
  name();
  await Promise.all(answers);
  await api.me();
  expect(asked.slice(2)).toEqual(["/api/lab/setup?game=a", "/api/lab/setup?game=b", "/api/me"]);
});

/** A server that answers everything, and tells what it was asked; what is refused is answered by a code. */
function answering(refused: Record<string, string> = {}): string[] {
  const asked: string[] = [];
  vi.stubGlobal("fetch", (path: string, sent?: RequestInit) => {
    asked.push(`${sent?.method ?? "GET"} ${path}`);
    const code = refused[path];
    return Promise.resolve(new Response(JSON.stringify(code ? { code, message: "" } : {}), { status: code ? 401 : 200 }));
  });
  return asked;
}

it("is named again, once, after everything about a person was deleted", async () => {
  keepMet();
  const asked = answering();
  await api.deleteEverything();
  expect(hasMet()).toBe(false);
  await Promise.all([api.labSetup("game=a"), api.myTables()]);
  expect(asked).toEqual(["DELETE /api/me", "GET /api/me", "GET /api/lab/setup?game=a", "GET /api/tables"]);
});

it("is named again after its cookie was refused, and not after any other refusal", async () => {
  keepMet();
  answering({ "/api/lab/setup?game=a": "not_your_seat" });
  await expect(api.labSetup("game=a")).rejects.toMatchObject({ code: "not_your_seat" });
  expect(hasMet()).toBe(true);
  answering({ "/api/lab/setup?game=a": "bad_cookie" });
  await expect(api.labSetup("game=a")).rejects.toMatchObject({ code: "bad_cookie" });
  expect(hasMet()).toBe(false);
  const asked = answering();
  await Promise.all([api.labSetup("game=a"), api.labSetup("game=b")]);
  expect(asked).toEqual(["GET /api/me", "GET /api/lab/setup?game=a", "GET /api/lab/setup?game=b"]);
});

it("is named again where another window has deleted everything", async () => {
  const asked = answering();
  await api.labSetup("game=a");
  kept.clear();
  await api.labSetup("game=b");
  expect(asked.filter((one) => one === "GET /api/me")).toHaveLength(2);
});

it("asks for a name once in a window where nothing can be kept, and again when it is gone", async () => {
  vi.stubGlobal("localStorage", undefined);
  const asked = answering();
  await api.labSetup("game=a");
  await api.labSetup("game=b");
  expect(asked.filter((one) => one === "GET /api/me")).toHaveLength(1);
  await api.deleteEverything();
  await Promise.all([api.labSetup("game=c"), api.labSetup("game=d")]);
  expect(asked.filter((one) => one === "GET /api/me")).toHaveLength(2);
  await api.deleteEverything(); // the next test begins with somebody new
});

it("gives nobody a name who only reads", async () => {
  const asked = answering();
  await Promise.all([
    api.games(),
    api.health(),
    api.rules("a"),
    api.lesson("a"),
    api.phrases(),
    api.setup("game=a"),
    api.lab(),
    api.labFront(),
    api.labStudies(),
    api.shelves(),
    api.shelf("a"),
    api.puzzle("a", "b"),
    api.puzzleHint("a", "b"),
    api.answer("a", "b", 1),
    api.today(),
    api.gameRatings("a"),
    api.follow("off", "a"),
  ]);
  expect(asked).toHaveLength(17);
  expect(asked).not.toContain("GET /api/me");
});

it.each([
  ["a set-up of the lab", () => api.labSetup("game=a")],
  ["a run of the lab", () => api.labRun("a")],
  ["a game of the lab", () => api.labGame("game=a")],
  ["a table with today's deal", () => api.playToday("a")],
  ["my ratings", () => api.myRatings()],
  ["my tables", () => api.myTables()],
])("asks for a newcomer's name first for %s", async (_, question) => {
  const asked = answering();
  await question();
  expect(asked[0]).toBe("GET /api/me");
  expect(asked).toHaveLength(2);
});
