import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Courier, type Told, type Wire } from "./courier";

class FakeWire implements Wire {
  sent: unknown[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;
  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  close() {}
  says(message: object) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

function start() {
  const wires: FakeWire[] = [];
  const lines: string[] = [];
  const told: Told = {
    line: (state) => lines.push(state),
    frame: vi.fn(),
    refused: vi.fn(),
    talk: vi.fn(),
    ping: vi.fn(),
    waiting: vi.fn(),
  };
  let count = 0;
  const courier = new Courier(
    () => {
      const wire = new FakeWire();
      wires.push(wire);
      return wire;
    },
    told,
    null,
    () => `id-${(count += 1)}`,
  );
  return { courier, wires, lines, told };
}

describe("a courier", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it("says once that nobody sees the page, and again to the server after a reconnect", () => {
    const { courier, wires } = start();
    wires[0]?.onopen?.();
    courier.visible(true);
    courier.visible(false);
    courier.visible(false);
    expect(wires[0]?.sent).toEqual([{ type: "visible", on: false }]);
    courier.redial();
    wires[1]?.onopen?.();
    expect(wires[1]?.sent).toEqual([{ type: "visible", on: false }]);
  });

  it("sends an unconfirmed move again under the same id after a lost connection, and not once it is confirmed", () => {
    const { courier, wires } = start();
    wires[0]?.onopen?.();
    courier.move(0, 7, 3);
    courier.move(0, 7, 4);
    wires[0]?.says({ type: "accepted", id: "id-1", version: 8 });
    wires[0]?.onclose?.({ code: 1006, reason: "" });
    vi.advanceTimersByTime(1000);
    wires[1]?.onopen?.();
    expect(wires[1]?.sent).toEqual([{ type: "move", seat: 0, version: 7, action: 4, id: "id-2" }]);
  });
  it("awaits a move until the frame that shows it is there, and nothing after that", () => {
    const { courier, wires, told } = start();
    const waiting = vi.mocked(told.waiting);
    wires[0]?.onopen?.();
    wires[0]?.says({ type: "frame", version: 7 });
    courier.move(0, 7, 3);
    expect(waiting.mock.lastCall).toEqual([1]);
    wires[0]?.says({ type: "accepted", id: "id-1", version: 8 });
    expect(waiting.mock.lastCall).toEqual([1]);
    wires[0]?.says({ type: "frame", version: 8 });
    expect(waiting.mock.lastCall).toEqual([0]);
  });
  it("waits longer and longer between attempts, says so, and hurries when asked", () => {
    const { courier, wires, lines } = start();
    wires[0]?.onopen?.();
    wires[0]?.onclose?.({ code: 1006, reason: "" });
    vi.advanceTimersByTime(300);
    expect(wires.length).toBe(2);
    wires[1]?.onclose?.({ code: 1006, reason: "" });
    vi.advanceTimersByTime(599);
    expect(wires.length).toBe(2);
    courier.hurry();
    expect(wires.length).toBe(3);
    wires[2]?.onopen?.();
    expect(lines.at(-1)).toBe("open");
    expect(lines).toContain("lost");
  });
  it("rings again when asked, and takes the end of the old line for no loss", () => {
    const { courier, wires, lines } = start();
    wires[0]?.onopen?.();
    courier.redial();
    wires[0]?.onclose?.({ code: 1000, reason: "" });
    expect(wires.length).toBe(2);
    wires[1]?.onopen?.();
    expect(lines.at(-1)).toBe("open");
  });
  it("gives up where the table refuses it, and after it is closed", () => {
    const { courier, wires, lines } = start();
    wires[0]?.onclose?.({ code: 1008, reason: "no_such_table" });
    vi.advanceTimersByTime(60_000);
    expect(wires.length).toBe(1);
    expect(lines.at(-1)).toBe("refused");
    courier.close();
    courier.hurry();
    expect(wires.length).toBe(1);
  });
});
