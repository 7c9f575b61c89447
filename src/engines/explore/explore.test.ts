import { expect, test } from "vitest";
import { timeMsLeft } from "./explore.ts";

test("a campaign that starts again has the time that the first one left, and never none", () => {
  expect(timeMsLeft({ timeMsMax: 60_000 }, { seconds: 12.5 })).toBe(47_500);
  expect(timeMsLeft({ timeMsMax: 2_000 }, { seconds: 1.9 })).toBe(500);
});
