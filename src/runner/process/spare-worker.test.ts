import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { WorkerOptions } from "./worker-process.ts";
import { closeSpare, startSpare, takeSpare } from "./spare-worker.ts";
import { workerOptions, type WorkerStart } from "./worker-options.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "gauntlet-spare-"));
});
afterEach(async () => {
  await closeSpare();
  rmSync(folder, { recursive: true, force: true });
});

function options(other: Partial<WorkerStart> = {}): WorkerOptions {
  const start = { projectRoot: folder, memoryMb: 128, silenceMsMax: 5_000 };
  return workerOptions({ ...start, isWalled: true, isHostAllowed: false, ...other });
}

test("a process that was started ahead is given once, to whoever needs one like it", async () => {
  startSpare(options());
  const taken = takeSpare(options({ silenceMsMax: 60_000 }));
  expect(taken?.hasEnded).toBe(false);
  expect(takeSpare(options())).toBeUndefined();
  await taken?.stop();
});

test.each<[string, Partial<WorkerStart>]>([
  ["another folder", { projectRoot: tmpdir() }],
  ["more memory", { memoryMb: 256 }],
  ["the host", { isWalled: false }],
  ["all of the host", { isHostAllowed: true }],
])("who needs %s is not given it", async (_, other) => {
  const wanted = { ...options(), ...differing(other) };
  startSpare(options());
  expect(takeSpare(wanted)).toBeUndefined();
  const taken = takeSpare(options());
  expect(taken?.hasEnded).toBe(false);
  await taken?.stop();
});

test("a process that nobody needed is ended, and one that has ended is not given", async () => {
  startSpare(options());
  await closeSpare();
  expect(takeSpare(options())).toBeUndefined();
  startSpare(options());
  const taken = takeSpare(options());
  expect(taken?.hasEnded).toBe(false);
  await taken?.stop();
  expect(taken?.hasEnded).toBe(true);
});

/** As `workerOptions` has it, without making a store in a folder that is not ours. */
function differing({ projectRoot, memoryMb, ...rest }: Partial<WorkerStart>): object {
  const { writable, arguments: given } = options(rest);
  return {
    writable,
    arguments: given,
    ...(projectRoot === undefined ? {} : { cwd: projectRoot }),
    ...(memoryMb === undefined ? {} : { memoryMb }),
  };
}
