import type { ExitMode } from "../kernel/failure/exit-mode.ts";
import type { FailureKind } from "../kernel/failure/failure.ts";
import type { Finding, SourceLocation, StoryLine } from "../kernel/result/finding.ts";
import type { FindingInput } from "../kernel/result/finding-input.ts";
import type { FindingEvidence } from "../kernel/result/scan.ts";

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
  /** Only of fuzz tests that take bytes or text. */
  readonly input?: FindingInput;
  readonly place: SourceLocation | null;
  readonly occurrences: number;
  readonly confirmed: boolean | null;
  readonly runIndex: number;
  /** Only of `scan`. */
  readonly evidence?: FindingEvidence;
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
    ...(finding.input === undefined ? {} : { input: finding.input }),
    place: place ?? null,
    occurrences: finding.occurrences,
    confirmed: finding.isUnproven === true ? null : finding.isConfirmed,
    runIndex: finding.runIndex,
    ...(finding.evidence === undefined ? {} : { evidence: finding.evidence }),
  };
}

// --- inside ---

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
