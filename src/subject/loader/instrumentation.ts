import type { Resolve } from "./resolve.ts";
import type { External, ModulePlan } from "./plan.ts";

/** A graph whose files are loaded and not yet compiled. */
export interface LoadedGraph {
  readonly projectRoot: string;
  readonly plans: readonly ModulePlan[];
  readonly externals: readonly External[];
  readonly resolve: Resolve;
}

/**
 * Compiles something into the files of a graph besides their own code: it adds what it wants of a
 * file to the `instrumentation` of its plan, which holds what earlier steps want. Steps do not know
 * each other: texts that enclose the same code nest by size, and a later step leaves what an
 * earlier one replaces (`replacedIn`). `test/contracts/instrumentation.contract.ts` says what a
 * step promises.
 */
export type InstrumentationStep = (graph: LoadedGraph) => void;

/** A part of the type-free code of a file. */
export interface CodePlace {
  readonly start: number;
  readonly end: number;
}

/** The places of a file that steps have replaced so far. */
export function replacedIn({ instrumentation }: ModulePlan): readonly CodePlace[] {
  return instrumentation.flatMap(({ edits }) => edits.filter((edit) => edit.side === "replace"));
}
