import type { BoundaryProblem } from "../kernel/result/boundary-rules.ts";
import { attributes, escaped } from "./xml-text.ts";

/** A check of a registry as JUnit XML: a test case for each boundary, and one for other files. */
export function boundariesJunit(checked: {
  readonly boundaries: readonly { readonly id: string }[];
  readonly problems: readonly BoundaryProblem[];
}): string {
  const ids = [...new Set(checked.boundaries.map(({ id }) => id))];
  const cases = [...ids, undefined].map((id) => ({
    name: id ?? "files without a boundary",
    problems: checked.problems.filter(({ boundary }) => boundary === id),
  }));
  const failed = cases.filter(({ problems }) => problems.some(isError)).length;
  const counts = attributes({ tests: cases.length, failures: failed, errors: 0, skipped: 0 });
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="gauntlet"${counts}>`,
    `  <testsuite${attributes({ name: "boundaries check" })}${counts}>`,
    ...cases.flatMap(({ name, problems }) => caseLines(name, problems)),
    "  </testsuite>",
    "</testsuites>",
  ];
  return `${lines.join("\n")}\n`;
}

// --- inside ---

function isError({ level }: BoundaryProblem): boolean {
  return level === "error";
}

function caseLines(name: string, problems: readonly BoundaryProblem[]): readonly string[] {
  const head = attributes({ classname: "boundaries", name });
  const errors = problems.filter(isError);
  const warnings = problems.filter((problem) => !isError(problem));
  if (problems.length === 0) return [`    <testcase${head}/>`];
  const [first] = errors;
  const told = (of: readonly BoundaryProblem[]): string => escaped(of.map(lineOf).join("\n"));
  return [
    `    <testcase${head}>`,
    ...(first === undefined
      ? []
      : [
          `      <failure${attributes({ type: first.rule, message: first.what })}>` +
            `${told(errors)}</failure>`,
        ]),
    ...(warnings.length === 0 ? [] : [`      <system-out>${told(warnings)}</system-out>`]),
    "    </testcase>",
  ];
}

function lineOf({ rule, file, line, what, help }: BoundaryProblem): string {
  const place = file === undefined ? "" : `${file}${line === undefined ? "" : `:${line}`}: `;
  return `${rule}: ${place}${what}; ${help}`;
}
