import { type Coverage, coverageStep } from "./coverage/compile-coverage.ts";
import { createLoader, type Loader, type LoaderOptions } from "./loader/index.ts";
import { type SeamOptions, seamStep } from "./seams/compile-seams.ts";

/** How a loader is set up whose code goes through seams and is counted. */
export interface InstrumentedOptions extends Omit<LoaderOptions, "steps">, SeamOptions {
  /** Counts what the files do that it includes; nothing is counted when absent. */
  readonly coverage?: Coverage | undefined;
}

/** Makes a loader with every step of instrumentation that the options ask for; seams are inside. */
export function createInstrumentedLoader(options: InstrumentedOptions): Loader {
  const { seams, dispatch, coverage, ...plain } = options;
  const counted = coverage === undefined ? [] : [coverageStep(coverage)];
  const named = { ...(seams && { seams }), ...(dispatch && { dispatch }) };
  return createLoader({ ...plain, steps: [seamStep(named), ...counted] });
}
