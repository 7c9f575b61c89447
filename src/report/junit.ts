import type { DocumentCase } from "./document-case.ts";
import { documentCases } from "./document-cases.ts";
import type { FindingDocument } from "./finding-document.ts";
import type { ResultDocument } from "./json.ts";
import { attributes, escaped } from "./xml-text.ts";

/**
 * A document as JUnit XML: one test case for each thing that was to be run. What broke is a failure
 * with its story, what could not be told is an error, what was not executed is skipped.
 */
export function junitText(document: ResultDocument): string {
  const cases = documentCases(document);
  const count = (verdict: DocumentCase["verdict"]): number =>
    cases.filter((told) => told.verdict === verdict).length;
  const counts = attributes({
    tests: cases.length,
    failures: count("broken"),
    errors: count("unknown"),
    skipped: count("not executed"),
    time: seconds(document.summary.seconds),
  });
  const { command, run, summary } = document;
  const properties = { seed: summary.seed, ...(run === undefined ? {} : { run }) };
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="gauntlet"${counts}>`,
    `  <testsuite${attributes({ name: command })}${counts}>`,
    "    <properties>",
    ...Object.entries(properties).map(
      ([name, value]) => `      <property${attributes({ name, value })}/>`,
    ),
    "    </properties>",
    ...cases.flatMap((told) => caseLines(told, command)),
    "  </testsuite>",
    "</testsuites>",
  ];
  return `${lines.join("\n")}\n`;
}

// --- inside ---

function caseLines(told: DocumentCase, classname: string): readonly string[] {
  const { name, findings } = told;
  const head = attributes({ classname, name, time: seconds(told.seconds) });
  const inner = [...outcome(told), ...aside(told, findings)];
  if (inner.length === 0) return [`    <testcase${head}/>`];
  return [`    <testcase${head}>`, ...inner.map((line) => `      ${line}`), "    </testcase>"];
}

function outcome({ verdict, because, findings, story }: DocumentCase): readonly string[] {
  const [first] = findings;
  switch (verdict) {
    case "held":
      return [];
    case "not executed":
      return [`<skipped${attributes({ message: because })}/>`];
    case "unknown":
      return [`<error${attributes({ type: "unknown", message: because })}/>`];
    default: {
      // Readers of this format expect one failure of a case, so that one has all stories.
      const message = first === undefined ? because : messageOf(first);
      const head = attributes({ type: first?.kind ?? "broken", message });
      const stories = findings.map(storyOf);
      if (story !== undefined) stories.unshift(story.join("\n"));
      return [`<failure${head}>${escaped(stories.join("\n\n"))}</failure>`];
    }
  }
}

/** What was found and breaks nothing is not lost. */
function aside({ verdict }: DocumentCase, findings: readonly FindingDocument[]): readonly string[] {
  if (verdict === "broken" || findings.length === 0) return [];
  return [`<system-out>${escaped(findings.map(storyOf).join("\n\n"))}</system-out>`];
}

function messageOf({ identity, message }: FindingDocument): string {
  return [...new Set([identity.property, message])].filter((part) => part !== "").join(": ");
}

function storyOf(finding: FindingDocument): string {
  const { place, replay, story } = finding;
  return [
    messageOf(finding),
    ...story.map((line) => `  ${line}`),
    ...(place === null ? [] : [`at ${place.file}:${place.line}:${place.column}`]),
    ...(replay === null ? [] : [`replay: ${replay}`]),
  ].join("\n");
}

function seconds(value: number): string {
  return value.toFixed(3);
}
