import { test } from "node:test";
import { type ChaosCheckOptions, chaosChecks } from "./chaos-checks.ts";
import { regressionCheck } from "./regression-check.ts";
import { type ScanCheckOptions, scanChecks } from "./scan-checks.ts";

/**
 * Declares the tests of a chaos file for node:test: saved regressions first, then an exploration.
 * `chaos("checkout.chaos.ts")` is a whole test file.
 */
export function chaos(file: string | URL, options: ChaosCheckOptions = {}): void {
  for (const check of chaosChecks(file, options)) {
    void test(check.name, { timeout: check.timeoutMs }, () => check.run());
  }
}

/** Declares the test of a saved regression that replays its run; takes the test's own place. */
export function regression(testFile: string | URL): void {
  const check = regressionCheck(testFile);
  void test(check.name, { timeout: check.timeoutMs }, () => check.run());
}

/**
 * Declares one test for each function and class that `[[scan]]` names: it fails with what a scan
 * has proven. `await scanTests()` is a whole test file.
 */
export async function scanTests(options: ScanCheckOptions = {}): Promise<void> {
  for (const { name, timeoutMs, skipped, run } of await scanChecks(options)) {
    void test(name, { timeout: timeoutMs, skip: skipped ?? false }, () => run());
  }
}

export type { ChaosCheckOptions, ScanCheckOptions };
