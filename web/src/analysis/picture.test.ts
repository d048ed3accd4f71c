import { describe, expect, it } from "vitest";
import { held } from "./picture";

describe("a picture of the page", () => {
  it("gives the colours of the house to its outermost element alone, so that those of a game hold inside", () => {
    const page = document.createElement("div");
    page.innerHTML = `<style>${held(':root { --card: white; } [data-game="night"] { --card: black; }')}</style><div data-game="night"><div class="inner"></div></div>`;
    page.className = "whole-page";
    document.body.append(page);
    const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]) as CSSStyleRule[];
    const inner = page.querySelector(".inner");
    expect(rules.filter((rule) => inner?.matches(rule.selectorText))).toEqual([]);
    expect(rules.filter((rule) => page.matches(rule.selectorText))).toHaveLength(1);
    page.remove();
  });
});
