import { describe, expect, it, vi } from "vitest";
import type { ReplayStep } from "../api/client";
import { Cursor } from "./cursor";

const moment = (move: number, seat: number | null) => ({ move, moves: 5, seat, told: [`told ${move}`] }) as unknown as ReplayStep;

describe("a replay's cursor", () => {
  it("fetches each moment once, and the next one ahead", async () => {
    const fetch = vi.fn((move: number, seat: number | null) => Promise.resolve(moment(move, seat)));
    const cursor = new Cursor(fetch);
    await cursor.at(1, null);
    await cursor.at(2, null);
    await cursor.at(1, null);
    expect(fetch.mock.calls.map((call) => call[0])).toEqual([1, 2, 3]);
  });
  it("lets only the newest wish win", async () => {
    const waiting: ((step: ReplayStep) => void)[] = [];
    const cursor = new Cursor((move, seat) =>
      move === 1 ? new Promise((done) => waiting.push(done)) : Promise.resolve(moment(move, seat)),
    );
    const slow = cursor.at(1, null);
    const quick = await cursor.at(4, null);
    waiting[0]?.(moment(1, null));
    expect(quick?.move).toBe(4);
    expect(await slow).toBeNull();
  });
  it("keeps what different eyes were told apart", async () => {
    const cursor = new Cursor((move, seat) => Promise.resolve({ ...moment(move, seat), told: [`${seat ?? "truth"} ${move}`] }));
    await cursor.at(1, null);
    await cursor.at(1, 0);
    expect(await cursor.story(1, null)).toEqual(["truth 1"]);
    expect(await cursor.story(1, 0)).toEqual(["0 1"]);
  });
  it("asks again after a failure", async () => {
    let tries = 0;
    const cursor = new Cursor((move, seat) =>
      (tries += 1) === 1 ? Promise.reject(new Error("lost")) : Promise.resolve(moment(move, seat)),
    );
    await expect(cursor.at(5, null)).rejects.toThrow("lost");
    expect((await cursor.at(5, null))?.move).toBe(5);
  });
});
