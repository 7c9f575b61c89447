import type { Block, CompareSpot } from "./coverage-map.ts";

/**
 * A text that instrumentation adds. Texts at one place nest by the size of what they enclose: the
 * smaller is inside.
 */
export interface CoverageEdit {
  readonly at: number;
  readonly side: "open" | "close";
  readonly text: string;
  readonly size: number;
}

/** The operator of a comparison becomes a comma between two arguments. */
export interface OperatorEdit {
  readonly start: number;
  readonly end: number;
}

/** Where a file is instrumented; plain data, so that it can be kept. */
export interface CoveragePlan {
  readonly edits: readonly CoverageEdit[];
  readonly operators: readonly OperatorEdit[];
  readonly blocks: readonly Block[];
  readonly compares: readonly CompareSpot[];
}

/** The name of the probes in compiled code. */
export function probesName(prefix: string): string {
  return `${prefix}c`;
}
