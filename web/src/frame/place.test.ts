import { expect, it } from "vitest";
import { addressIn, here, hrefOf, parseAddress } from "./place";

const at = (href: string): Location => new URL(href) as unknown as Location;

function link(href: string): HTMLAnchorElement {
  const made = document.createElement("a");
  made.setAttribute("href", href);
  return made;
}

it("reads the same address at a server's root and behind the # of a folder", () => {
  const wanted = { path: "/rules/cat_and_mouse", search: "x=y", anchor: "CM-3" };
  expect(here(at("http://cat.test/rules/cat_and_mouse?x=y#CM-3"), false)).toEqual(wanted);
  expect(here(at("http://cat.test/games/index.html#/rules/cat_and_mouse?x=y#CM-3"), true)).toEqual(wanted);
  expect(parseAddress("/rules/cat_and_mouse?x=y#CM-3")).toEqual(wanted);
});

it("is at home where nothing, or a mere place on the page, stands behind the #", () => {
  expect(here(at("http://cat.test/games/"), true).path).toBe("/");
  expect(here(at("http://cat.test/games/#page"), true).path).toBe("/");
});

it("knows its own links from others", () => {
  expect(addressIn(link("/set?game=mice_heist"), false)).toBe("/set?game=mice_heist");
  expect(addressIn(link("/api/lab/runs/1/games.csv"), false)).toBe(null);
  expect(addressIn(link("#/set?game=mice_heist"), true)).toBe("/set?game=mice_heist");
  expect(addressIn(link("/tables"), true)).toBe("/tables");
  expect(addressIn(link("#CM-3"), true)).toBe(null);
  expect(addressIn(link("https://elsewhere.test/"), true)).toBe(null);
  expect(hrefOf("/t/~abc", true)).toBe("#/t/~abc");
});
