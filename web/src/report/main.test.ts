import { beforeAll, describe, expect, it, vi } from "vitest";
import example from "../lab/example.json";
import type { Results } from "../lab/figures";

const results: Results = example;

beforeAll(() => {
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe(): void {}
      unobserve(): void {}
      disconnect(): void {}
    },
  );
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));
});

describe("a report", () => {
  it("draws the pictures it has places for, and puts their tables behind them", async () => {
    document.body.innerHTML = `<figure data-picture="sides" data-table="0"></figure><table id="behind"></table>
      <figure data-picture="story" data-table="0"></figure><figure data-picture="sides" data-table="7"></figure>`;
    const data = document.createElement("script");
    data.type = "application/json";
    data.id = "report-data";
    data.textContent = JSON.stringify({ tables: [{ results }] });
    document.body.append(data);
    const { draw } = await import("./main");
    expect(document.querySelectorAll("figure.lab")).toHaveLength(2);
    expect(document.querySelector("#behind")?.hasAttribute("hidden")).toBe(true);
    expect(document.querySelector("figure h3")?.textContent).toBe("Who wins");
    expect(draw(document.createDocumentFragment())).toBe(0);
  }, 60_000); // the pictures are brought in here
});
