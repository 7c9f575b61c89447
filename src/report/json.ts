import type { Evidence, Result, ResultSummary } from "../kernel/result/result.ts";
import type { PropertyCount } from "../kernel/judge/tally.ts";
import type { Tier, Uncontrolled } from "../kernel/trace/trace.ts";
import { type FindingDocument, findingDocument } from "./finding-document.ts";
import { type JsonOptions, sectionIn } from "./section.ts";
import type { CoverageDocument } from "./sections/coverage.ts";
import { resultSections, type SectionFields } from "./sections/registry.ts";

/** The one document that a verb prints with `--json`; fields may be added, never renamed. */
export interface ResultDocument extends SectionFields {
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
  readonly coverage: CoverageDocument;
  readonly notes: readonly string[];
  readonly artifacts: readonly string[];
  readonly next: readonly string[];
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
    coverage: {},
    ...sectionFields(result, options),
    notes: result.notes,
    artifacts: result.artifacts,
    next: result.next,
  };
}

// --- inside ---

function sectionFields(result: Result, options: JsonOptions): SectionFields {
  const fields = resultSections.flatMap((section) => {
    const data = sectionIn(result, section);
    const told = data === undefined ? section.absent : section.json(data, options);
    return told === undefined ? [] : [[section.name, told] as const];
  });
  return Object.fromEntries(fields);
}
