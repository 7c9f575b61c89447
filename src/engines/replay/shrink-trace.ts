import { GauntletError } from "../../kernel/gauntlet-error.ts";
import { emptyEvidence, type Result } from "../../kernel/result.ts";
import type { Minimize } from "../../kernel/minimize.ts";
import { shellWord } from "../../kernel/shell-word.ts";
import type { Trace } from "../../kernel/trace.ts";
import { decisionLine } from "../../kernel/trace-write.ts";
import { writeTrace } from "../../runner/trace-file.ts";
import { proveSuspect } from "../../search/prove-suspect.ts";
import { recordFresh } from "../../search/record-fresh.ts";
import { scenarioBeside, writeSmallScenario } from "../../search/write-small-scenario.ts";
import { provenFinding, type Suspect } from "../../search/prove.ts";
import { traceCourt } from "../../search/trace-court.ts";
import type { CampaignSettings } from "../../search/settings.ts";

/** What shrinking a trace takes. */
export interface ShrinkTraceOptions {
  readonly projectRoot: string;
  readonly name: string;
  /** The file of the trace. */
  readonly source: string;
  readonly trace: Trace;
  readonly settings: CampaignSettings;
  /** What of it may be made smaller; all where it is left out. */
  readonly minimize?: Minimize | undefined;
  /** Where the smaller trace goes, absolute, and what it is called on screen. */
  readonly target: { readonly path: string; readonly name: string };
}

/** Makes a failing trace smaller and writes the smaller one, if there is one. */
export async function shrinkTrace(options: ShrinkTraceOptions): Promise<Result> {
  const startMs = performance.now();
  const { trace, target } = options;
  const court = traceCourt(trace, options);
  const suspect = await suspectOf(options);
  const proof = await proveSuspect(suspect, court, options.minimize);
  const { loaded } = await recordFresh(
    { how: "strict", decisions: proof.recorded.decisions },
    court,
  );
  const made = provenFinding(suspect, proof, { loaded, settings: court.settings });
  const isSmaller = textOf(made.trace) !== textOf(trace);
  if (isSmaller) {
    await writeTrace({ path: target.path, trace: made.trace, collision: "overwrite" });
  }
  // Not beside the trace: `gauntlet test` would find it there, and it fails.
  const place = scenarioBeside(made.finding, court);
  const small = await writeSmallScenario(made.trace, court, place);
  const traceName = isSmaller ? target.name : options.name;
  const replayCommand = `npx gauntlet replay ${shellWord(traceName)}`;
  return {
    command: "shrink",
    subject: trace.header.subject.name,
    verdict: "broken",
    because: "",
    summary: {
      runs: proof.attempts,
      seconds: (performance.now() - startMs) / 1_000,
      seed: trace.header.seed,
    },
    findings: [{ ...made.finding, trace: traceName, replay: replayCommand }],
    properties: [],
    evidence: emptyEvidence,
    notes: isSmaller ? [] : ["the trace is as small as it gets: no other one was written"],
    traces: isSmaller ? [target.path] : [],
    source: options.source,
    artifacts: [...(isSmaller ? [target.name] : []), ...(small === undefined ? [] : [small])],
    next: [replayCommand],
  };
}

// --- inside ---

function textOf({ decisions }: Trace): string {
  return JSON.stringify(decisions.map(decisionLine));
}

async function suspectOf(options: ShrinkTraceOptions): Promise<Suspect> {
  const { trace, name } = options;
  const decisions = trace.decisions.map(decisionLine);
  const { recorded } = await recordFresh({ how: "strict", decisions }, traceCourt(trace, options));
  const { identity, failure } = recorded;
  if (recorded.verdict !== "broken" || identity === undefined || failure === undefined) {
    throw new GauntletError({
      code: "T031",
      what: `the trace \`${name}\` does not fail any more, so there is nothing to make smaller`,
      where: name,
      note: `replaying it ended \`${recorded.verdict}\``,
      help: `npx gauntlet replay ${name}`,
    });
  }
  const { runIndex } = trace.header;
  const firstLength = decisions.length;
  return { runIndex, identity, failure, decisions, firstLength, occurrences: 1 };
}
