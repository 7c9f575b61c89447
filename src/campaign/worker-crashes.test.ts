import { expect, test } from "vitest";
import { WorkerCrashes } from "./worker-crashes.ts";

const killed = { kind: "signal", signal: "SIGKILL" } as const;

const unknown = { isNextRun: false, isKnown: false };
const known = { isNextRun: false, isKnown: true };

function afterCrashes(count: number, crash: Parameters<WorkerCrashes["add"]>[0]): WorkerCrashes {
  const crashes = new WorkerCrashes();
  for (let at = 0; at < count; at++) crashes.add(crash);
  return crashes;
}

test("a campaign goes on after crashes with runs between them, and ends after 25", () => {
  expect(new WorkerCrashes().hasAny).toBe(false);
  const crashes = afterCrashes(24, unknown);
  expect([crashes.hasAny, crashes.tooMany]).toEqual([true, undefined]);
  crashes.add(unknown);
  expect(crashes.tooMany).toBe("the process died 25 times");
});

test("a campaign goes on after hundreds of crashes of a kind that is known", () => {
  expect(afterCrashes(999, known).tooMany).toBeUndefined();
  expect(afterCrashes(1_000, known).tooMany).toBe(
    "1000 runs ended their process as others had before",
  );
});

test("five crashes with no run between them are enough, of a known kind 25", () => {
  const isNextRun = true;
  const crashes = afterCrashes(4, { ...unknown, isNextRun });
  expect(crashes.tooMany).toBeUndefined();
  crashes.add({ ...unknown, isNextRun });
  expect(crashes.tooMany).toBe("the process died 5 times");
  const alike = afterCrashes(24, { ...known, isNextRun });
  expect(alike.tooMany).toBeUndefined();
  alike.add({ ...known, isNextRun });
  expect(alike.tooMany).toBe("25 runs in a row ended their process, all as others had before");
});

test("runs that end well end a row, and the process may make ever more until it is asked", () => {
  const crashes = afterCrashes(4, { isNextRun: true, isKnown: false });
  expect(crashes.stretchRunsMax).toBe(1);
  crashes.endStretchWell();
  crashes.add({ isNextRun: true, isKnown: false });
  expect(crashes.tooMany).toBeUndefined();
  for (let count = 0; count < 3; count++) crashes.endStretchWell();
  expect(crashes.stretchRunsMax).toBe(8);
  expect(new WorkerCrashes().stretchRunsMax).toBe(Number.POSITIVE_INFINITY);
});

test("crashes that did not repeat are one note, however many", () => {
  const crashes = new WorkerCrashes();
  expect(crashes.notes).toEqual([]);
  crashes.addUnrepeated(killed, 12);
  expect(crashes.notes).toEqual([
    "a process died near run 12 (signal SIGKILL), and not again when it was repeated",
  ]);
  crashes.addUnrepeated({ kind: "memory" }, 40);
  expect(crashes.notes).toEqual([
    "2 processes died, and not again when their runs were repeated; " +
      "the first one near run 12 (signal SIGKILL)",
  ]);
});
