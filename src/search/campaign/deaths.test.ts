import { expect, test } from "vitest";
import { Deaths } from "./deaths.ts";

const killed = { kind: "signal", signal: "SIGKILL" } as const;

test("a campaign goes on after deaths with runs between them, and ends after 25", () => {
  const deaths = new Deaths();
  expect(deaths.hasAny).toBe(false);
  for (let count = 0; count < 24; count++) deaths.add(false);
  expect([deaths.hasAny, deaths.tooMany]).toEqual([true, undefined]);
  deaths.add(false);
  expect(deaths.tooMany).toBe("the process died 25 times");
});

test("five deaths with no run between them are enough", () => {
  const deaths = new Deaths();
  for (let count = 0; count < 4; count++) deaths.add(true);
  expect(deaths.tooMany).toBeUndefined();
  deaths.add(true);
  expect(deaths.tooMany).toBe("the process died 5 times");
});

test("deaths that did not repeat are one note, however many", () => {
  const deaths = new Deaths();
  expect(deaths.notes).toEqual([]);
  deaths.acquit(killed, 12);
  expect(deaths.notes).toEqual([
    "a process died near run 12 (signal SIGKILL), and not again when it was repeated",
  ]);
  deaths.acquit({ kind: "memory" }, 40);
  expect(deaths.notes).toEqual([
    "2 processes died, and not again when their runs were repeated; " +
      "the first one near run 12 (signal SIGKILL)",
  ]);
});
