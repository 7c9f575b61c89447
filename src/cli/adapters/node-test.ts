import { test } from "node:test";
import { compileFunction } from "node:vm";
import { type CallerLocation, callerLocationOf } from "./caller-location.ts";
import { type ChaosCheckOptions, chaosChecks } from "./chaos-checks.ts";
import { regressionCheck } from "./regression-check.ts";
import { type ScanCheckOptions, scanChecks } from "./scan-checks.ts";

/**
 * Declares the tests of a chaos file for node:test: saved regressions first, then an exploration.
 * `chaos("checkout.chaos.ts")` is a whole test file.
 */
export function chaos(file: string | URL, options: ChaosCheckOptions = {}): void {
  const place = callerLocationOf(chaos);
  for (const check of chaosChecks(file, options, place)) declare(check, place);
}

/** Declares the test of a saved regression that replays its run; takes the test's own place. */
export function regression(testFile: string | URL): void {
  declare(regressionCheck(testFile), callerLocationOf(regression));
}

/**
 * Declares one test for each function and class that `[[scan]]` names: it fails with what a scan
 * has proven. `await scanTests()` is a whole test file.
 */
export async function scanTests(options: ScanCheckOptions = {}): Promise<void> {
  const place = callerLocationOf(scanTests);
  for (const check of await scanChecks(options, place?.folder)) declare(check, place);
}

export type { ChaosCheckOptions, ScanCheckOptions };

// --- inside ---

interface Declared {
  readonly name: string;
  readonly timeoutMs: number;
  readonly skipped?: string | undefined;
  run(): Promise<void>;
}

/**
 * node:test says of each test where `test` was called, and asks the engine for it: only a call that
 * the engine takes for one of the user's line shows that line and not ours.
 */
function declare(
  { name, timeoutMs, skipped, run }: Declared,
  place: CallerLocation | undefined,
): void {
  const options = { timeout: timeoutMs, skip: skipped ?? false };
  if (place === undefined) {
    void test(name, options, run);
    return;
  }
  const call = compileFunction("test(name, options, run)", ["test", "name", "options", "run"], {
    filename: place.script,
    lineOffset: place.line - 1,
    columnOffset: place.column - 1,
  }) as (...given: readonly unknown[]) => void;
  call(test, name, options, run);
}
