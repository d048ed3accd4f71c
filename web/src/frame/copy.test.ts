import { afterEach, expect, test, vi } from "vitest";
import { copy } from "./copy";

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

test("the clipboard is used where there is one", async () => {
  const writeText = vi.fn(async () => undefined);
  vi.stubGlobal("navigator", { clipboard: { writeText } });
  expect(await copy("/t/abc")).toBe(true);
  expect(writeText).toHaveBeenCalledWith("/t/abc");
});

test("without one, a marked text is copied, from within an open sheet, and nothing of it stays", async () => {
  vi.stubGlobal("navigator", {});
  const dialog = document.createElement("dialog");
  dialog.setAttribute("open", "");
  document.body.append(dialog);
  let marked = "";
  document.execCommand = vi.fn(() => {
    marked = dialog.querySelector("textarea")?.value ?? "";
    return true;
  });
  expect(await copy("/t/abc")).toBe(true);
  expect(marked).toBe("/t/abc");
  expect(document.querySelector("textarea")).toBeNull();
});

test("where nothing may be copied it says so", async () => {
  vi.stubGlobal("navigator", {});
  document.execCommand = vi.fn(() => false);
  expect(await copy("/t/abc")).toBe(false);
});
