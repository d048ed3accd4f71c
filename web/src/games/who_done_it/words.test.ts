import { describe, expect, it } from "vitest";
import type { Card, Preview } from "./view";
import { foresight, looks } from "./words";

const STAIR: Card = {
  card: 21,
  name: "Chime Stair",
  sides: ["open", "open", "open", "hole"],
  cogs: ["none", "dark", "light", "none"],
  looks: 4,
};
const QUIET: Preview = { action: 1, turns: [], run: null, stays: [], lost: null, paths: null };

describe("a card in words", () => {
  it("says how it lies as printed", () => {
    expect(looks(STAIR, 0)).toBe("open north, east and south, mouse hole west, light cog south, dark cog east");
  });
  it("turns clockwise", () => {
    expect(looks(STAIR, 1)).toBe("open east, south and west, mouse hole north, light cog west, dark cog south");
  });
});

describe("a preview in a line", () => {
  it("tells what turns and who runs where", () => {
    const seen: Preview = {
      ...QUIET,
      turns: [{ kind: "cog", card: 3, cell: "d4", quarters: 1 }],
      run: {
        who: "mouse",
        may_stay: false,
        ways: [
          { cell: "d5", route: ["d4"], is_prey: false },
          { cell: "h7", route: ["d4"], is_prey: true },
        ],
      },
    };
    expect(foresight(seen)).toBe("One room turns, then the Mouse runs to d5, or over its prey.");
  });
  it("lets a Mouse that may stay do so beside its prey", () => {
    const ways = [{ cell: "h7", route: ["d4"], is_prey: true }];
    expect(foresight({ ...QUIET, run: { who: "mouse", may_stay: true, ways } })).toBe("The Mouse stays, or runs over its prey.");
    expect(foresight({ ...QUIET, run: { who: "mouse", may_stay: false, ways } })).toBe("The Mouse could only run over its prey.");
  });
  it("warns of a loss before anything else", () => {
    expect(foresight({ ...QUIET, lost: "mouse_stuck" })).toBe("The Mouse would be stuck: that loses the game.");
  });
  it("says which ways there are once nobody has to run", () => {
    const paths = { mouse_cheese: true, cat_mouse: false, cells: [] };
    expect(foresight({ ...QUIET, paths })).toBe("There is a way from Mouse to Cheese, none from Cat to Mouse.");
  });
});
