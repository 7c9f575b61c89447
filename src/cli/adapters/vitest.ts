import { test } from "vitest";
import { callerLocationOf } from "./caller-location.ts";
import { type ChaosCheckOptions, chaosChecks } from "./chaos-checks.ts";
import { regressionCheck } from "./regression-check.ts";
import { type ScanCheckOptions, scanChecks } from "./scan-checks.ts";

/**
 * Declares the tests of a chaos file for vitest: saved regressions first, then an exploration.
 * `chaos("checkout.chaos.ts")` is a whole test file.
 */
export function chaos(file: string | URL, options: ChaosCheckOptions = {}): void {
  for (const { name, run, timeoutMs } of chaosChecks(file, options, callerLocationOf(chaos))) {
    test(name, run, timeoutMs);
  }
}

/** Declares the test of a saved regression that replays its run; takes the test's own place. */
export function regression(testFile: string | URL): void {
  const check = regressionCheck(testFile);
  test(check.name, check.run, check.timeoutMs);
}

/**
 * Declares one test for each function and class that `[[scan]]` names: it fails with what a scan
 * has proven. `await scanTests()` is a whole test file.
 */
export async function scanTests(options: ScanCheckOptions = {}): Promise<void> {
  for (const { name, run, skipped, timeoutMs } of await scanChecks(
    options,
    callerLocationOf(scanTests)?.folder,
  )) {
    const title = skipped === undefined ? name : `${name}: ${skipped}`;
    test(title, { skip: skipped !== undefined, timeout: timeoutMs }, run);
  }
}

export type { ChaosCheckOptions, ScanCheckOptions };
