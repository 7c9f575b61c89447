import type { Ablation } from "../kernel/result/ablation.ts";
import type { ExitMode } from "../kernel/failure/exit-mode.ts";
import type { FailureKind } from "../kernel/failure/failure.ts";
import type { Finding, SourceLocation, StoryLine } from "../kernel/result/finding.ts";
import type {
  Evidence,
  ReplayedRun,
  Result,
  ResultCase,
  ResultSummary,
} from "../kernel/result/result.ts";
import type { MineReport } from "../kernel/result/mined.ts";
import { decisionLine } from "../kernel/trace/trace-write.ts";
import type { Scaling } from "../kernel/result/scaling.ts";
import type { FindingEvidence, ScanReport } from "../kernel/result/scan.ts";
import type { SearchCoverage } from "../kernel/result/search-coverage.ts";
import type { PropertyCount } from "../kernel/judge/tally.ts";
import type { Tier, Uncontrolled } from "../kernel/trace/trace.ts";
import { type AgentDocument, agentDocument } from "./agent-document.ts";

/** The one document that a verb prints with `--json`; fields may be added, never renamed. */
export interface ResultDocument {
  readonly tool: "gauntlet";
  readonly schema: 1;
  readonly command: string;
  /** The id under which the run is kept; absent where it is not. */
  readonly run?: string;
  readonly subject: string;
  readonly verdict: Result["verdict"];
  readonly because?: string;
  readonly summary: ResultSummary;
  readonly findings: readonly FindingDocument[];
  readonly properties: readonly Readonly<PropertyCount>[];
  readonly evidence: Evidence;
  /** How far each class of seams was under control; empty where nothing was run. */
  readonly tiers: Readonly<Record<string, Tier>>;
  /** What took part without being decided; only runs that are not strict have any. */
  readonly uncontrolled: readonly Uncontrolled[];
  /** What the search reached, one for each subject; empty where nothing was searched. */
  readonly coverage: { readonly subjects?: readonly SearchCoverage[] };
  /** What became of each thing that was to be run; absent where it is one thing. */
  readonly cases?: readonly ResultCase[];
  /** Only of `explore --ablate`, one for each subject. */
  readonly ablation?: readonly Ablation[];
  /** Only of `explore --scaling`, one for each subject. */
  readonly scaling?: readonly Scaling[];
  /** Only of `scan`. */
  readonly scan?: ScanReport;
  /** Only of `agent`; says what it leaves out. */
  readonly agent?: AgentDocument;
  /** Only of `mine`. */
  readonly mined?: MineReport;
  /** Only of `replay`, where it was asked for. */
  readonly replayed?: {
    readonly decisions: readonly unknown[];
    readonly events: readonly unknown[];
  };
  readonly notes: readonly string[];
  readonly artifacts: readonly string[];
  readonly next: readonly string[];
}

/** One finding of the document; what a finding lacks is null, so that every key is there. */
export interface FindingDocument {
  readonly id: string;
  readonly identity: {
    readonly error: string;
    readonly message: string;
    /** For display: `src/pay.ts:58` where the line is known. */
    readonly frame: string;
    readonly function?: string;
    readonly property: string;
    readonly key: string;
  };
  readonly kind: FailureKind;
  readonly message: string;
  readonly subject: string;
  /** How the run ended its process; null where the process lived. */
  readonly exitMode: ExitMode | null;
  readonly trace: string | null;
  readonly replay: string | null;
  readonly token: string | null;
  readonly shrunk: Finding["shrunk"];
  readonly story: readonly string[];
  readonly place: SourceLocation | null;
  readonly occurrences: number;
  readonly confirmed: boolean | null;
  readonly runIndex: number;
  /** Only of `scan`. */
  readonly evidence?: FindingEvidence;
}

/** How much of a result is written. */
export interface JsonOptions {
  /** Whether every journal of an agent is written, those of conversations that passed too. */
  readonly isWhole?: boolean | undefined;
}

/** A result as the JSON document of every verb; plain data that `JSON.stringify` takes as it is. */
export function resultJson(
  result: Result,
  run?: string,
  options: JsonOptions = {},
): ResultDocument {
  const { command, subject, verdict, because, summary } = result;
  return {
    tool: "gauntlet",
    schema: 1,
    command,
    ...(run === undefined ? {} : { run }),
    subject,
    verdict,
    ...(because === "" ? {} : { because }),
    summary,
    findings: result.findings.map(findingDocument),
    properties: result.properties,
    evidence: result.evidence,
    tiers: result.tiers ?? {},
    uncontrolled: result.uncontrolled ?? [],
    coverage: result.coverage === undefined ? {} : { subjects: result.coverage },
    ...(result.cases === undefined ? {} : { cases: result.cases }),
    ...(result.ablation === undefined ? {} : { ablation: result.ablation }),
    ...(result.scaling === undefined ? {} : { scaling: result.scaling }),
    ...(result.scan === undefined ? {} : { scan: result.scan }),
    ...(result.agent === undefined ? {} : { agent: agentDocument(result.agent, options) }),
    ...(result.mined === undefined ? {} : { mined: result.mined }),
    ...(result.replayed === undefined ? {} : { replayed: replayedDocument(result.replayed) }),
    notes: result.notes,
    artifacts: result.artifacts,
    next: result.next,
  };
}

/** A finding as every document has it. */
export function findingDocument(finding: Finding): FindingDocument {
  const { identity, place } = finding;
  const [, functionName] = identity.frame.split("#");
  return {
    id: finding.id,
    identity: {
      error: identity.error,
      message: identity.message,
      frame: place === undefined ? identity.frame : `${place.file}:${place.line}`,
      ...(functionName === undefined ? {} : { function: functionName }),
      property: identity.property,
      key: identity.key,
    },
    kind: finding.kind,
    message: finding.message,
    subject: finding.subject,
    exitMode: finding.exitMode ?? null,
    trace: finding.trace ?? null,
    replay: finding.replay ?? null,
    token: finding.token ?? null,
    shrunk: finding.shrunk,
    story: finding.story.map(storySentence),
    place: place ?? null,
    occurrences: finding.occurrences,
    confirmed: finding.isUnproven === true ? null : finding.isConfirmed,
    runIndex: finding.runIndex,
    ...(finding.evidence === undefined ? {} : { evidence: finding.evidence }),
  };
}

// --- inside ---

/** Decisions are written as they stand in a trace. */
function replayedDocument({
  decisions,
  events,
}: ReplayedRun): NonNullable<ResultDocument["replayed"]> {
  const lines = decisions.map((decision) => JSON.parse(decisionLine(decision)) as unknown);
  return { decisions: lines, events };
}

/** A line of a story without columns: `pay cents=1`, `fault: lost reply (src/pay.ts#charge)`. */
function storySentence({ kind, what, detail }: StoryLine): string {
  switch (kind) {
    case "step":
      return detail === "" ? what : `${what} ${detail}`;
    case "broken":
      return `broken: ${detail === "" ? what : `${what}: ${detail}`}`;
    case "note":
      return inBrackets(what, detail);
    default:
      return `${kind}: ${inBrackets(what, detail)}`;
  }
}

function inBrackets(what: string, detail: string): string {
  return detail === "" ? what : `${what} (${detail})`;
}
