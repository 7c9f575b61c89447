/** What a test of a chaos file may set; the configuration answers for the rest. */
export interface ChaosCheckOptions {
  /** How many runs the exploration takes (default 200). */
  readonly runs?: number;
  /** How many seconds it may take at most (default 10). */
  readonly time?: number;
  readonly seed?: string | number;
}

/** Declares the tests of a chaos file for Jest: saved regressions first, then an exploration. */
export function chaos(file: string | URL, options?: ChaosCheckOptions): void;

/** Declares the test of a saved regression that replays its run; takes the test file's own place. */
export function regression(testFile: string | URL): void;
