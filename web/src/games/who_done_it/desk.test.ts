import { describe, expect, it } from "vitest";
import type { Frame, LegalMove } from "../../api/client";
import { Room } from "../../table/room.svelte";
import { completeTurn, deskOf, touchedOf, turnOn } from "./desk.svelte";
import type { Card, Happening, Preview, View } from "./view";

const HALL: Card = {
  card: 1,
  name: "Long Gallery",
  sides: ["open", "wall", "open", "wall"],
  cogs: ["none", "none", "none", "none"],
  looks: 2,
};
const STAIR: Card = {
  card: 21,
  name: "Chime Stair",
  sides: ["open", "open", "open", "hole"],
  cogs: ["none", "dark", "light", "none"],
  looks: 4,
};

function placement(slot: number, turn: number): LegalMove {
  return {
    action: 10 * slot + turn,
    name: "",
    text: "",
    touches: [`belt:${slot}`, "cell:d4", `turn:${turn}`],
    is_grave: false,
    is_pass: false,
  };
}

function view(more: Partial<View> = {}): View {
  return {
    phase: "place",
    belt: [HALL, STAIR],
    rooms: [],
    mouse: "e4",
    cat: null,
    cheese: "h7",
    run: null,
    events: [],
    ...more,
  } as unknown as View;
}

function frame(version: number, shown: View, moves: LegalMove[] = []): Frame {
  return { table: "abc", seat: 0, version, view: shown, moves } as unknown as Frame;
}

function table(lost: number[] = []): Room<View> {
  const foresee = async (action: number): Promise<Preview> => ({
    action,
    turns: [],
    run: null,
    stays: [],
    paths: null,
    lost: lost.includes(action) ? "mouse_stuck" : null,
  });
  const room = new Room<View>({ move: () => undefined, foresee });
  room.receive(frame(1, view(), [placement(0, 0), placement(0, 1), ...[0, 1, 2, 3].map((turn) => placement(1, turn))]));
  return room;
}

describe("turning the card in hand", () => {
  it("takes the first turn that does not lose", async () => {
    const room = table([10, 11]);
    room.pick.touch("belt:1");
    room.pick.touch("cell:d4");
    await completeTurn(room);
    expect(touchedOf(room, "turn")).toBe("2");
    expect(deskOf(room).wish).toBe(2);
  });
  it("goes round by quarter turns, also where two look alike", async () => {
    const room = table();
    room.pick.touch("belt:0");
    room.pick.touch("cell:d4");
    await completeTurn(room);
    turnOn(room, 1);
    expect([touchedOf(room, "turn"), deskOf(room).wish]).toEqual(["1", 1]);
    turnOn(room, 1);
    expect([touchedOf(room, "turn"), deskOf(room).wish]).toEqual(["0", 2]);
  });
  it("never sends the move, even where chosen moves are sent at once", async () => {
    const sent: number[] = [];
    const room = new Room<View>({ move: (move) => sent.push(move.action) });
    room.receive(frame(1, view(), [placement(0, 0), placement(0, 1)]));
    room.pick.touch("belt:0");
    room.pick.touch("cell:d4");
    await completeTurn(room);
    turnOn(room, 1);
    expect(sent).toEqual([]);
  });
});

describe("the maze as it is shown", () => {
  const lying = (turn: number) => [{ cell: "d4", card: STAIR, turn, under: [] }];
  it("turns the short way when it settles", () => {
    const desk = deskOf(table());
    desk.settle(view({ rooms: lying(3) }));
    desk.settle(view({ rooms: lying(0) }));
    expect(desk.rooms[0]?.angle).toBe(360);
  });
  it("shows no old events after a move was taken back", async () => {
    const desk = deskOf(table());
    const told: Happening[] = [{ kind: "run", who: "mouse", origin: "c4", cell: "e4" }];
    await desk.perform(view({ phase: "run", run: { who: "mouse", ways: [], may_stay: false } }), view({ rooms: lying(1), events: told }));
    expect(desk.rooms[0]?.angle).toBe(90);
    expect(desk.isPlaying).toBe(false);
  });
});
