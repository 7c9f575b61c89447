/** What a test of a chaos file may set; the configuration answers for the rest. */
export interface ChaosCheckOptions {
  /** How many runs the exploration takes (default 200); for a fuzz test, besides its corpus. */
  readonly runs?: number;
  /**
   * How many seconds it may take at most (default 10). A fuzz test for which no `runs` are given is
   * fuzzed for so long.
   */
  readonly time?: number;
  readonly seed?: string | number;
}

/** Declares the tests of a chaos file for Jest: saved regressions first, then an exploration. */
export function chaos(file: string | URL, options?: ChaosCheckOptions): void;

/** Declares the test of a saved regression that replays its run; takes the test file's own place. */
export function regression(testFile: string | URL): void;

/** What the tests of a scan may set; the configuration answers for the rest. */
export interface ScanCheckOptions {
  /** Files, folders or patterns, each with an optional `:name`; `[[scan]]` where left out. */
  readonly files?: readonly string[];
  /** Runs for each function (default `max_examples` of its entry). */
  readonly runs?: number;
  /** How many seconds the whole scan may take at most (default 60). */
  readonly time?: number;
  readonly seed?: string | number;
}

/** Declares one test for each function and class that `[[scan]]` names. */
export function scanTests(options?: ScanCheckOptions): void;
