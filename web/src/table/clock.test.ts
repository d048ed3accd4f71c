import { expect, it } from "vitest";
import { timeText } from "./clock";

it("shows what is left as a clock does", () => {
  expect([0, 999, 65_000, 3_600_000, 200 * 3_600_000].map(timeText)).toEqual(["0:00", "0:01", "1:05", "1 h 0 min", "8 days"]);
});
