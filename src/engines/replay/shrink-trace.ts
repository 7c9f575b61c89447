import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import { isAnswer } from "../../kernel/decisions/decision.ts";
import { hostAccessOf } from "../../world/host/host-access.ts";
import { emptyEvidence, type Result } from "../../kernel/result/result.ts";
import type { Minimize } from "../../kernel/shrink/minimize.ts";
import type { Trace } from "../../kernel/trace/trace.ts";
import { decisionLine } from "../../kernel/trace/trace-write.ts";
import { withToken } from "../../store/finding-store.ts";
import { writeTrace } from "../../store/trace-file.ts";
import { UnwrittenFiles } from "../../store/unwritten-files.ts";
import { proveSuspect } from "../../campaign/proof/prove-suspect.ts";
import { type RunTarget, recordFresh } from "../../campaign/proof/record-fresh.ts";
import { replayCommand } from "../../campaign/proof/replay-command.ts";
import { scenarioBeside, writeSmallScenario } from "../../campaign/write-small-scenario.ts";
import { provenFinding, type Suspect } from "../../campaign/proof/prove.ts";
import { traceTarget } from "../../campaign/proof/trace-target.ts";
import type { CampaignSettings } from "../../campaign/settings.ts";

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
  const runTarget = await traceTarget(trace, options);
  refuseUngranted(options, runTarget);
  const suspect = await suspectOf(options, runTarget);
  const proof = await proveSuspect(suspect, runTarget, options.minimize);
  const { loaded } = await recordFresh(
    { how: "strict", decisions: proof.recorded.decisions },
    runTarget,
  );
  const made = provenFinding(suspect, proof, { loaded, settings: runTarget.settings });
  const isSmaller = textOf(made.trace) !== textOf(trace);
  const refused = new UnwrittenFiles(options.projectRoot);
  const written = isSmaller
    ? await refused.attempt(() =>
        writeTrace({ path: target.path, trace: made.trace, collision: "overwrite" }),
      )
    : undefined;
  // Not beside the trace: `gauntlet test` would find it there, and it fails.
  const place = scenarioBeside(made.finding, runTarget);
  const small = await refused.attempt(() => writeSmallScenario(made.trace, runTarget, place));
  const isLost = isSmaller && written === undefined;
  const traceName = isSmaller ? target.name : options.name;
  const needs = { run: trace.header.settings, file: runTarget.target.file };
  const named = { trace: traceName, replay: replayCommand(traceName, needs) };
  const finding = isLost ? withToken(made.finding, made.trace) : { ...made.finding, ...named };
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
    findings: [finding],
    properties: [],
    evidence: emptyEvidence,
    unwritten: refused.list,
    notes: isSmaller ? [] : ["the trace is already minimal: no new one was written"],
    traces: written === undefined ? [] : [target.path],
    source: options.source,
    artifacts: [
      ...(written === undefined ? [] : [target.name]),
      ...(small === undefined ? [] : [small]),
    ],
    next: [finding.replay ?? ""],
  };
}

// --- inside ---

function textOf({ decisions }: Trace): string {
  return JSON.stringify(decisions.map(decisionLine));
}

/** Every try is another run, and asks the machine again: recorded answers may be untrue in it. */
function refuseUngranted({ trace, name }: ShrinkTraceOptions, { settings }: RunTarget): void {
  const { granted, ...access } = hostAccessOf(settings.run, settings.grant);
  const missing = (["proc", "http", "fs"] as const).filter(
    (seam) => access[seam] && granted[seam] !== true,
  );
  const asked = trace.decisions.find(
    (decision) =>
      decision.kind === "value" &&
      isAnswer(decision) &&
      /^host (?:file|http|pro)/u.test(decision.label),
  );
  if (missing.length === 0 || asked === undefined) return;
  throw new GauntletError({
    code: "T034",
    what: `making \`${name}\` smaller asks the machine again, and that is not allowed`,
    where: name,
    note: "its run used real programs, requests or files; `replay` gives back what is recorded",
    help: "add `--allow-host` if you trust the trace and the code",
  });
}

async function suspectOf(options: ShrinkTraceOptions, runTarget: RunTarget): Promise<Suspect> {
  const { trace, name } = options;
  const decisions = trace.decisions.map(decisionLine);
  const { recorded } = await recordFresh({ how: "strict", decisions }, runTarget);
  const { identity, failure } = recorded;
  if (recorded.verdict !== "broken" || identity === undefined || failure === undefined) {
    throw new GauntletError({
      code: "T031",
      what: `the trace \`${name}\` no longer fails, so there is nothing to minimise`,
      where: name,
      note: `replaying it ended \`${recorded.verdict}\``,
      help: replayCommand(name, { run: trace.header.settings, file: runTarget.target.file }),
    });
  }
  const { runIndex } = trace.header;
  const firstLength = decisions.length;
  return { runIndex, identity, failure, decisions, firstLength, occurrences: 1 };
}
