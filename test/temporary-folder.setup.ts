import { chmodSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll } from "vitest";
import { isOthersCache } from "../.ci/others-caches.mjs";

/** A process that was told to end removes its files within this time. */
const endingMsMax = 5_000;
const lookMs = 50;

// Each test file has a temporary folder of its own, for itself and for every process it starts.
// What lies there when the file has ended was left by a test or by the product: both must tidy up.
const folder = mkdtempSync(path.join(tmpdir(), "test-"));
chmodSync(folder, 0o755); // tests also run commands as another user
process.env["TMPDIR"] = folder;

afterAll(async () => {
  let left = leftIn(folder);
  for (let waitedMs = 0; left.length > 0 && waitedMs < endingMsMax; waitedMs += lookMs) {
    await wait(lookMs);
    left = leftIn(folder);
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  if (left.length > 0) throw new Error(`left in the temporary folder: ${left.join(", ")}`);
});

/** The product removes these when its process ends, which in a test is vitest's own. */
const untilExit = /^gauntlet-postgres-/u;

function leftIn(place: string): readonly string[] {
  return readdirSync(place).filter((name) => !isOthersCache(name) && !untilExit.test(name));
}
