import type { Execute } from "../loop/drain.ts";
import { loaded } from "../loop/host-watch.ts";
import { inMacrotask } from "../loop/macrotask.ts";
import type { RunOutcome } from "../../world/run-outcome.ts";
import type { MadeRun } from "./run-maker.ts";

/** A run and how it came out. */
export interface ExecutedRun<M extends MadeRun = MadeRun> {
  readonly made: M;
  readonly outcome: RunOutcome;
}

/**
 * Executes a run, and once more where it waited for Node to load modules: it takes other ways when
 * they are there, as they are for all later runs.
 */
export async function executeLoaded<M extends MadeRun>(
  make: () => M,
  execute: Execute,
): Promise<ExecutedRun<M>> {
  for (let again = 0; ; again++) {
    const made = make();
    const outcome = await inMacrotask(() => execute(made.request));
    if (!outcome.hasLoaded || outcome.isSpoiled || again === againMax) return { made, outcome };
    await loaded();
  }
}

// --- inside ---

/** What is loaded may lead to more that is loaded. */
const againMax = 10;
