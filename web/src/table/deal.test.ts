// The order of a deal, and that a check of it finds what is wrong.
import { beforeEach, expect, test, vi } from "vitest";
import { check, contributionTo, isFair, isIn, isOfDay, noted, remember, seedOf, settled, type Dealing } from "./deal";

const kept = new Map<string, string>();
vi.stubGlobal("localStorage", {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, text: string) => void kept.set(key, text),
});
beforeEach(() => kept.clear());

/** A deal as the server opens it; the hashes were made by the server's own code. */
const share = "5".repeat(32);
const salt = "7".repeat(32);
const opened = (contributions: string[]): Dealing => ({
  promise: "e1eb51ea72201dd9f10b932f2ece0988034e32a86e4cb6492982242d42e2f680",
  commitment: "2725f064d7ad0f0ae09970ae5b0e3b67ac13372383d66fa9616943965d11dbaf",
  by_device: false,
  contributions,
  share,
  salt,
  seed: seedOf(share, contributions),
  day: null,
});

test("a contribution is drawn after the promise is noted, and stays the same", () => {
  expect(() => contributionTo("abc")).toThrow();
  remember("abc", { promise: "p" });
  const mine = contributionTo("abc");
  expect(mine).toMatch(/^[0-9a-f]{32}$/);
  expect(contributionTo("abc")).toBe(mine);
  expect(isIn(opened([mine]), noted("abc"))).toBeNull();
  settled("abc", true);
  expect(isIn(opened([mine]), noted("abc"))).toBe(true);
  expect(isIn(opened(["other"]), noted("abc"))).toBe(false);
  settled("abc", false);
  expect(isIn(opened(["other"]), noted("abc"))).toBeNull();
});

test("the first promise and the first commitment are kept", () => {
  remember("first", { promise: "first", commitment: null });
  remember("first", { promise: "second", commitment: "bound" });
  remember("first", { promise: "third", commitment: "other" });
  expect(noted("first")).toEqual({ promise: "first", commitment: "bound" });
});

test("notes of earlier pages are read", () => {
  kept.set("deal old", "promised bound");
  expect(noted("old")).toEqual({ promise: "promised", commitment: "bound" });
});

test("a deal without this browser's contribution, or with another promise, is not fair", () => {
  const fair = { promise: true, seed: true, commitment: true, remembered: true, own: true };
  expect(isFair(fair)).toBe(true);
  expect(isFair({ ...fair, own: false })).toBe(false);
  expect(isFair({ ...fair, remembered: false })).toBe(false);
  expect(isFair({ ...fair, own: null, remembered: null })).toBe(true);
  const mine = { promise: opened([]).promise, contribution: "tail", isSent: true };
  expect(opened(["tail"]).seed).toBe("282482929892661795014538500310611916712");
  expect(check(opened(["tail"]), mine)).toEqual(fair);
  expect(check(opened(["tail"]), { ...mine, contribution: "gone" })).toMatchObject({ own: false });
  expect(check(opened(["tail"]), { ...mine, promise: "another" })).toMatchObject({ promise: true, remembered: false });
  expect(check({ ...opened(["tail"]), promise: "another" }, mine)).toMatchObject({ promise: false, remembered: false });
  expect(check(opened(["other"]), {})).toMatchObject({ seed: true, commitment: false, remembered: null, own: null });
  expect(check({ ...opened([]), share: null }, {})).toBeNull();
});

test("the deal of a day follows from the date, as the server and the terminal have it", () => {
  expect(isOfDay("hide_and_squeak", "2026-11-16", "38030964715452791498836200694108292359")).toBe(true);
  expect(isOfDay("hide_and_squeak", "2026-11-17", "38030964715452791498836200694108292359")).toBe(false);
});
