import { expect, it } from "vitest";
import { mark, tabTitle } from "./mark";

it("names the turn in the tab's title, and the game alone otherwise", () => {
  expect(tabTitle("Hide and Squeak", true)).toBe("Your turn - Hide and Squeak");
  expect(tabTitle("Hide and Squeak", false)).toBe("Hide and Squeak");
});

it("marks the tab's icon and takes the mark off, wherever the page lies", () => {
  document.head.innerHTML = '<link rel="icon" href="/folder/mousehole.svg" />';
  const icon = document.querySelector<HTMLLinkElement>("link");
  mark(true);
  expect(icon?.href).toMatch(/\/folder\/mousehole-turn\.svg$/);
  mark(true);
  mark(false);
  expect(icon?.href).toMatch(/\/folder\/mousehole\.svg$/);
});
