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
 * file to the `instrumentation` of its plan. Steps do not know each other: texts nest by size.
 */
export type InstrumentationStep = (graph: LoadedGraph) => void;
