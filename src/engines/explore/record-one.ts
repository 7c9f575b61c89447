import path from "node:path";
import type { Trace } from "../../kernel/trace/trace.ts";
import type { UnwrittenFile } from "../../kernel/result/unwritten-file.ts";
import { type TraceTarget, writeTrace } from "../../store/trace-file.ts";
import { UnwrittenFiles } from "../../store/unwritten-files.ts";
import type { CampaignOutcome } from "../../campaign/campaign-outcome.ts";
import { traceOf } from "../../campaign/proof/prove.ts";
import { type RunTarget, recordFresh } from "../../campaign/proof/record-fresh.ts";
import type { SubjectTarget } from "../../campaign/settings.ts";

/** Where a trace goes, absolute, and what happens when something is there. */
export interface RecordTarget {
  readonly file: string;
  readonly collision: TraceTarget["collision"];
}

/**
 * Keeps one trace where the user wants it: the small one of the first failure or, where nothing
 * broke, that of the first run. A campaign always has that one, and its seed alone leads to it;
 * the last one may go on from what the others reached. Paths are from the project root.
 */
export async function recordOne(
  prepared: {
    /** The trace of the first failure. */
    readonly first: Trace | undefined;
    readonly campaign: CampaignOutcome;
    readonly judge: RunTarget;
  },
  options: { readonly record?: RecordTarget | undefined; readonly target: SubjectTarget },
): Promise<{
  readonly traces: readonly string[];
  readonly notes: readonly string[];
  readonly unwritten: readonly UnwrittenFile[];
}> {
  const { record, target } = options;
  if (record === undefined) return { traces: [], notes: [], unwritten: [] };
  const { first, campaign, judge } = prepared;
  if (first === undefined && campaign.runs === 0) {
    return { traces: [], notes: ["nothing was recorded: nothing ran"], unwritten: [] };
  }
  const { file, collision } = record;
  const trace = first ?? (await firstRun(campaign, judge));
  const refused = new UnwrittenFiles(target.projectRoot);
  const written = await refused.attempt(() =>
    writeTrace({ path: file, trace, collision, namesItself: true }),
  );
  const traces = written === undefined ? [] : [path.relative(target.projectRoot, written)];
  return { traces, notes: [], unwritten: refused.list };
}

// --- inside ---

async function firstRun({ loaded }: CampaignOutcome, runTarget: RunTarget): Promise<Trace> {
  const { settings } = runTarget;
  const { recorded } = await recordFresh(
    { how: "random", seed: settings.seed, runIndex: 0 },
    runTarget,
  );
  return traceOf(recorded, { runIndex: 0 }, { loaded, settings });
}
