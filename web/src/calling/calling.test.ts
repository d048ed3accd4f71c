import { afterEach, describe, expect, it, vi } from "vitest";
import type { Frame } from "../api/client";
import { preferences } from "../style/preferences.svelte";
import { Calling, isAsked, noticeOf } from "./calling.svelte";
import { textOf } from "./device";

const seat = (number: number, name: string, more: object = {}) => ({
  seat: number,
  name,
  kind: "person",
  acting: false,
  stands_in: false,
  ...more,
});
const frame = (seats: object[], mine: number[], state = "playing"): Frame =>
  ({ table: "abc", title: "Hide and Squeak", state, seats, me: { seats: mine } }) as unknown as Frame;
const shown = vi.fn();

/** Stands for the browser's own: made with `new`, and allowed. */
const FakeNotification = Object.assign(
  function (title: string, options: { body: string }) {
    shown(title, options.body);
  },
  { permission: "granted" },
);

function hide(isHidden: boolean): void {
  Object.defineProperty(document, "hidden", { configurable: true, value: isHidden });
}

describe("a call", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    shown.mockReset();
    preferences.notices = false;
    hide(false);
  });

  it("is for whoever is asked here, and not for a seat that a bot holds", () => {
    expect(isAsked(frame([seat(0, "Ann", { acting: true }), seat(1, "Bob")], [0]))).toBe(true);
    expect(isAsked(frame([seat(0, "Ann"), seat(1, "Bob", { acting: true })], [0]))).toBe(false);
    expect(isAsked(frame([seat(0, "Ann", { acting: true, stands_in: true })], [0]))).toBe(false);
    expect(isAsked(frame([seat(0, "Ann", { acting: true })], [0], "over"))).toBe(false);
  });

  it("names the game and the others, and nothing that has happened", () => {
    const three = [seat(0, "Ann"), seat(1, "Bob"), seat(2, "Cleo"), seat(3, "", { kind: "bot" })];
    expect(noticeOf(frame(three, [0]))).toEqual({
      title: "Your turn - Hide and Squeak",
      text: "The table with Bob and Cleo waits for you.",
      path: "/t/abc",
      table: "abc",
    });
    expect(noticeOf(frame([seat(0, "Ann")], [0])).text).toBe("The table waits for you.");
  });

  it("is a notice only where notices are allowed, wished for, and nobody sees the page", async () => {
    vi.stubGlobal("Notification", FakeNotification);
    const [here, asked] = [new Calling("~device"), frame([seat(0, "Ann", { acting: true })], [0])];
    hide(true);
    await here.notify(asked);
    expect(shown).not.toHaveBeenCalled();
    preferences.notices = true;
    hide(false);
    await here.notify(asked);
    expect(shown).not.toHaveBeenCalled();
    hide(true);
    await here.notify(asked);
    expect(shown).toHaveBeenCalledExactlyOnceWith("Your turn - Hide and Squeak", "The table waits for you.");
    here.chosen = { key: "", on: true, here: false, devices: 1, can_mail: false, mail: null };
    await here.notify(asked);
    expect(shown).toHaveBeenCalledOnce();
  });
});

it("writes keys as servers read them", () => {
  expect(textOf(new Uint8Array([251, 255, 254]).buffer)).toBe("-__-");
});
