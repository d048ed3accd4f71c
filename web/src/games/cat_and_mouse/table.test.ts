import { describe, expect, it } from "vitest";
import { spans } from "./table";

describe("positions of the row", () => {
  it("are written as spans", () => {
    expect(spans([3])).toBe("3");
    expect(spans([1, 3, 4, 5])).toBe("1,3-5");
  });
});
