import { expect, it } from "vitest";
import { broughtGame, movesIn } from "./handing";
import type { Happened } from "./store";

const event = (kind: string, seat: number | null, data: Record<string, unknown> = {}): Happened => ({
  version: 1,
  at: 0,
  kind,
  seat,
  data,
  person: null,
  key: null,
});
const EVENTS = [
  event("opened", null, { seats: [{ person: "me", name: "Ann" }, { person: "me", name: "Bo", device: true }, { bot: "tiger" }] }),
  event("moved", 0, { action: 4 }),
  event("moved", 1, { action: 5 }),
  event("undone", 1),
  event("moved", 1, { action: 6 }),
];

it("sends the moves that stand, without those taken back", () => {
  expect(movesIn(EVENTS)).toEqual([
    [0, 4],
    [1, 6],
  ]);
});

it("seats everybody again, and says how the game was dealt", () => {
  const row = { game: "toy", rules_version: 2, rules: { pace: 0 }, share: "a", salt: "b" };
  const wish = broughtGame(row, EVENTS, { easy: "on" });
  expect(wish.seats?.map((seat) => [seat.kind, seat.level, seat.name])).toEqual([
    ["me", "", ""],
    ["device", "", "Bo"],
    ["bot", "tiger", ""],
  ]);
  expect(wish).toMatchObject({
    game: "toy",
    options: { easy: "on" },
    brought: {
      rules_version: 2,
      share: "a",
      salt: "b",
      moves: [
        [0, 4],
        [1, 6],
      ],
    },
  });
});
