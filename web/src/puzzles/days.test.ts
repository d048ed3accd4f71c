import { describe, expect, it } from "vitest";
import type { KeptDay } from "../mine/kept";
import { circles, later, monthLater, monthName, shareText, streak, weeks } from "./days";

const played = (day: string, won: number, game = "g"): KeptDay => ({
  day,
  game,
  code: `${day}${game}`,
  seat: 0,
  role: "the cat",
  won,
  ending: "",
  at: 0,
});

describe("the deal of the day", () => {
  it("counts days in a row up to today, or yesterday while today is not played", () => {
    const days = [played("2026-02-27", 1), played("2026-02-28", 0), played("2026-03-01", 1)];
    expect(streak(days, "2026-03-01")).toBe(3);
    expect(streak(days, "2026-03-02")).toBe(3);
    expect(streak(days, "2026-03-03")).toBe(0);
    expect(later("2026-02-28", 1)).toBe("2026-03-01");
  });
  it("shares results and circles, and no room, card or move", () => {
    const analysis = { code: "2026-11-16g", game: "g", seat: 0, decisions: 4, loss: 2.14, labels: "bgdx", kinds: { secret: 1 }, at: 0 };
    expect(shareText("2026-11-16", [played("2026-11-16", 1)], { g: "A Game" }, [analysis], 4)).toBe(
      "Mousehole, 16 November\nA Game, the cat: won\n●●◐○ 2.1 points lost a move\n4 days in a row",
    );
    expect(shareText("2026-11-16", [played("2026-11-16", 0)], {}, [], 1)).toBe("Mousehole, 16 November\nG, the cat: lost");
    expect(circles("m?b")).toBe("○●");
  });
  it("lays a month out from Monday to Sunday, with words for each day", () => {
    const month = weeks("2026-11", [played("2026-11-03", 0), played("2026-11-04", 1), played("2026-11-04", 0, "h")], "2026-11-16");
    expect(month).toHaveLength(6);
    expect(month[0]?.map((day) => day?.number ?? 0)).toEqual([0, 0, 0, 0, 0, 0, 1]);
    expect(month[1]?.map((day) => day?.state)).toEqual(["none", "lost", "won", "none", "none", "none", "none"]);
    expect(month[1]?.[2]?.words).toBe("4 November: 1 won of 2");
    expect([month[2]?.[6]?.words, month[3]?.[0]?.words, month[3]?.[1]?.words]).toEqual([
      "15 November: not played",
      "16 November: not played, today",
      "17 November: still to come",
    ]);
    expect(month[3]?.[0]?.isToday).toBe(true);
    expect([monthName("2026-11", "2026-12-01"), monthName("2025-11", "2026-12-01")]).toEqual(["November", "November 2025"]);
    expect([monthLater("2026-12", 1), monthLater("2026-01", -1)]).toEqual(["2027-01", "2025-12"]);
  });
});
