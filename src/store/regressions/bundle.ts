import path from "node:path";
import type { FailureKind } from "../../kernel/failure/failure.ts";
import { gauntletCommand } from "../../kernel/patterns/shell-command.ts";
import type { StoryLine } from "../../kernel/result/finding.ts";
import { type StackFrame, stackFrames } from "../../kernel/failure/identity.ts";
import type { Encoded } from "../../kernel/values/literal.ts";
import { storeFolder, writeReportFile } from "../finding-store.ts";
import { callText } from "./call-code.ts";
import { returnsDeclared } from "../../kernel/subject/call-test.ts";
import { reproductionCode } from "./regression-code.ts";
import type { ScanFinding } from "./scan-finding.ts";

/** The evidence of a finding, for a reader who was not there. */
export interface Bundle {
  readonly format: "gauntlet-bundle";
  readonly version: 1;
  readonly id: string;
  readonly target: string;
  readonly level: ScanFinding["level"];
  /** What was called with which arguments; null where they are more than plain data. */
  readonly witness: readonly { readonly call: string; readonly args: readonly Encoded[] | null }[];
  /** What the call is held against. */
  readonly contractBasis: readonly string[];
  readonly confidence: ScanFinding["confidence"];
  /** A few lines of TypeScript beside package.json, or the command that replays the run. */
  readonly reproduction: string;
  readonly failurePath: {
    readonly error: string;
    readonly message: string;
    readonly story: readonly StoryLine[];
    readonly frames: readonly StackFrame[];
  };
  readonly impact: string;
}

/** Gathers the evidence of a finding. */
export function bundleOf(found: ScanFinding): Bundle {
  const { finding, failure, target, calls } = found;
  const replay = gauntletCommand("replay", { words: [finding.id] });
  return {
    format: "gauntlet-bundle",
    version: 1,
    id: finding.id,
    target: `${target.module}:${target.name}`,
    level: found.level,
    witness: calls.map((call) => ({ call: callText(call), args: call.args ?? null })),
    contractBasis: found.basis,
    confidence: found.confidence,
    reproduction: reproductionCode(found) ?? replay,
    failurePath: {
      error: failure.error,
      message: failure.message,
      story: finding.story,
      frames: stackFrames(failure.stack).slice(0, framesMax),
    },
    impact: impactOf(found),
  };
}

/** Writes the evidence beside the trace of a finding; gives the files, relative to the project. */
export async function writeBundle(
  projectRoot: string,
  found: ScanFinding,
): Promise<readonly string[]> {
  const bundle = bundleOf(found);
  const folder = path.join(storeFolder, "findings", found.finding.id);
  const json = path.join(folder, "bundle.json");
  await writeReportFile(path.join(projectRoot, json), `${JSON.stringify(bundle, undefined, 2)}\n`);
  const code = reproductionCode(found);
  if (code === undefined) return [json];
  const reproduction = path.join(folder, "reproduction.ts");
  await writeReportFile(path.join(projectRoot, reproduction), rebased(code));
  return [json, reproduction];
}

// --- inside ---

const framesMax = 20;

/** The code stands beside package.json; the file lies three folders below it. */
function rebased(code: string): string {
  return code.replaceAll(' from "./', ' from "../../../');
}

function impactOf({ failure, target }: ScanFinding): string {
  if (failure.kind !== "property") return impactByKind[failure.kind](target.name);
  if (failure.property?.endsWith(returnsDeclared) === true) {
    const callers = `callers of \`${target.name}\` are compiled against its type`;
    return `${callers} and get something else, which travels on until other code fails with it`;
  }
  if (/prototype/iu.test(failure.property ?? "")) {
    return "every object of the process changes, so who controls the input changes other code";
  }
  return `what \`${target.name}\` promises does not hold, and callers that rely on it go wrong`;
}

const impactByKind: Readonly<Record<Exclude<FailureKind, "property">, (name: string) => string>> = {
  thrown: (name) =>
    `a caller of \`${name}\` with such a value gets an error that nothing announces`,
  rejected: () => "nobody listens to the rejection, and Node ends the process by default",
  uncaught: () => "the error leaves a callback where nobody can catch it, and the process ends",
  deadlock: (name) => `whoever awaits \`${name}\` waits for ever`,
  stalled: (name) => `\`${name}\` goes on without ending, and whoever awaits it waits for ever`,
  escape: (name) =>
    `\`${name}\` acts outside of the simulated world, so tests of it may not repeat`,
  leak: (name) => `\`${name}\` leaves something open: a long-lived process runs out of it`,
  divergence: (name) => `\`${name}\` does not do the same twice, so what it does cannot be tested`,
  timeout: () => "one such input blocks the process, and nothing else is served meanwhile",
  memory: () => "one such input uses up the memory, and the process ends",
  output: () => "one such input floods the output of the process",
  crash: () => "one such input ends the process",
};
