import { expect, test } from "vitest";
import { Deaths } from "./worker-crashes.ts";

const killed = { kind: "signal", signal: "SIGKILL" } as const;

const unknown = { isNextRun: false, isKnown: false };
const known = { isNextRun: false, isKnown: true };

function afterDeaths(count: number, death: Parameters<Deaths["add"]>[0]): Deaths {
  const deaths = new Deaths();
  for (let at = 0; at < count; at++) deaths.add(death);
  return deaths;
}

test("a campaign goes on after deaths with runs between them, and ends after 25", () => {
  expect(new Deaths().hasAny).toBe(false);
  const deaths = afterDeaths(24, unknown);
  expect([deaths.hasAny, deaths.tooMany]).toEqual([true, undefined]);
  deaths.add(unknown);
  expect(deaths.tooMany).toBe("the process died 25 times");
});

test("a campaign goes on after hundreds of deaths of a kind that is known", () => {
  expect(afterDeaths(999, known).tooMany).toBeUndefined();
  expect(afterDeaths(1_000, known).tooMany).toBe(
    "1000 runs ended their process as others had before",
  );
});

test("five deaths with no run between them are enough, of a known kind 25", () => {
  const isNextRun = true;
  const deaths = afterDeaths(4, { ...unknown, isNextRun });
  expect(deaths.tooMany).toBeUndefined();
  deaths.add({ ...unknown, isNextRun });
  expect(deaths.tooMany).toBe("the process died 5 times");
  const alike = afterDeaths(24, { ...known, isNextRun });
  expect(alike.tooMany).toBeUndefined();
  alike.add({ ...known, isNextRun });
  expect(alike.tooMany).toBe("25 runs in a row ended their process, all as others had before");
});

test("runs that end well end a row, and the process may make ever more until it is asked", () => {
  const deaths = afterDeaths(4, { isNextRun: true, isKnown: false });
  expect(deaths.stretchRunsMax).toBe(1);
  deaths.survive();
  deaths.add({ isNextRun: true, isKnown: false });
  expect(deaths.tooMany).toBeUndefined();
  for (let count = 0; count < 3; count++) deaths.survive();
  expect(deaths.stretchRunsMax).toBe(8);
  expect(new Deaths().stretchRunsMax).toBe(Number.POSITIVE_INFINITY);
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
