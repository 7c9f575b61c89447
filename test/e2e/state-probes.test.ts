import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";
import { SubjectWorker } from "../../src/runner/process/subject-worker.ts";
import { probes } from "../fixtures/state-probes/probes.ts";

// Many runs happen in one process, one after the other: each must find what the first one found.

let worker: SubjectWorker | undefined;
afterEach(() => worker?.stop());

test("no run sees what another run of its process has changed, whatever that was", async () => {
  expect(Object.keys(probes).length).toBeGreaterThanOrEqual(55);
  worker = await start("default");
  const messages: (string | undefined)[] = [];
  for (const runIndex of [0, 1, 2]) {
    const following = { how: "random", seed: 1, runIndex } as const;
    const { failure } = await worker.record({ type: "record", following });
    messages.push(failure?.message);
  }
  // A probe without effect would show nothing.
  const none = "left: nothing | without effect: ";
  expect(messages).toEqual([none, none, none]);
});

test("what runs have changed is told, and what cannot be put back ends the process", async () => {
  worker = await start("default");
  const { changed, isSpoiled } = await worker.explore(stretch);
  expect(isSpoiled).toBe(false);
  expect(changed).toEqual(
    expect.arrayContaining([
      "fs.readFile",
      "process.exitCode",
      "process.env.HOME",
      "dns.setServers",
    ]),
  );
  await worker.stop();
  worker = await start("frozen");
  const told = await worker.explore(stretch);
  expect([told.runs, told.changed, told.isSpoiled]).toEqual([1, ["Map.prototype"], true]);
});

// --- inside ---

const stretch = {
  type: "explore",
  seed: 1,
  fromRun: 0,
  runsMax: 3,
  timeMsMax: 30_000,
  marksEachRun: false,
} as const;

function start(exportName: string): Promise<SubjectWorker> {
  const projectRoot = fileURLToPath(new URL("../fixtures/state-probes", import.meta.url));
  const settings = { stepsPerRun: 5, latencyUsMax: 20_000 };
  return SubjectWorker.start(
    { type: "load", projectRoot, file: "state.chaos.ts", exportName, inline: [], settings },
    { runTimeoutMs: 30_000, memoryMb: 512 },
  );
}
