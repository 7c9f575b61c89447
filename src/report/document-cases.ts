import type { DocumentCase } from "./document-case.ts";
import type { ResultDocument } from "./json.ts";
import { resultSections } from "./sections/registry.ts";

/**
 * What became of each thing that a document is about. If the document is not held, at least one of
 * them is not: whoever counts these must come to the same verdict.
 */
export function documentCases(document: ResultDocument): readonly DocumentCase[] {
  const { command, subject, verdict, because = "", summary } = document;
  const cases = sectionCases(document);
  const whole = {
    name: subject === "" ? command : subject,
    verdict,
    because,
    seconds: summary.seconds,
    findings: document.findings,
  };
  if (cases === undefined) return [whole];
  const isSaid = verdict === "held" || cases.some((told) => told.verdict === verdict);
  return isSaid ? cases : [...cases, { ...whole, name: command, seconds: 0, findings: [] }];
}

// --- inside ---

/** Of the first section that says what became of each thing. */
function sectionCases(document: ResultDocument): readonly DocumentCase[] | undefined {
  const fields: ReadonlyMap<string, unknown> = new Map(Object.entries(document));
  const counted = resultSections.find(
    (section) => section.cases !== undefined && fields.get(section.name) !== undefined,
  );
  return counted?.cases?.(fields.get(counted.name), document);
}
