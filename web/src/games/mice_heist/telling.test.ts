import { describe, expect, it } from "vitest";
import { chosenText, confirmText, outlookText, promptTitle } from "./telling";
import type { Outlook, View } from "./view";

const outlook = (more: Partial<Outlook>): Outlook => ({ total: 6, is_sure: true, is_enough: true, is_useless: false, ...more });
const table = (phase: View["phase"], seen: Outlook | null, test: object | null = null): View =>
  ({ phase, test, mice: [{ hand: [{ place: 0, back: "charm", card: { name: "Bite Hard" }, outlook: seen }] }] }) as unknown as View;

describe("what a card would bring", () => {
  it("is said shortly on the card", () => {
    expect(outlookText(outlook({}))).toBe("makes 6");
    expect(outlookText(outlook({ is_sure: false, total: -2 }))).toBe("up to −2");
    expect(outlookText(outlook({ is_useless: true }))).toBe("no use here");
  });

  it("is said in the prompt once the card is chosen, with a button that names it", () => {
    expect(chosenText(table("play", outlook({})), 0, "card:0")).toBe("Bite Hard makes 6: that would do.");
    expect(chosenText(table("play", outlook({ is_sure: false })), 0, "card:0")).toBe("Bite Hard can make 6: that could do.");
    expect(chosenText(table("play", outlook({ is_enough: false, total: 5 })), 0, "card:0")).toBe("Bite Hard makes 5, which is not enough.");
    expect(chosenText(table("discard", null), 0, "card:0")).toBe("");
    expect(confirmText(table("discard", null), 0, "card:0")).toBe("Discard Bite Hard");
    expect(confirmText(table("play", null), 0, "chip:0")).toBe("");
    expect(confirmText(table("play", null), null, "card:0")).toBe("");
  });
});

describe("the title of the prompt", () => {
  it("says whether a card in hand can still help", () => {
    expect(promptTitle(table("play", null, { short: 2, target: 6, can_reach: true }))).toBe("Not enough yet");
    expect(promptTitle(table("play", null, { short: 2, target: 6, can_reach: false }))).toBe("No card reaches 6");
    expect(promptTitle(table("play", null, { short: 0, target: 6, can_reach: null }))).toBe("That would do");
  });
});
