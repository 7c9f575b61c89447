import type { BoundaryProblem, BoundaryRule } from "../kernel/result/boundary-rules.ts";
import { padText, textWidth } from "./column-text.ts";
import { amountText, countText } from "./number-text.ts";
import { listed, makePage, type Page, type TextOptions, wrapped } from "./page.ts";

/** How a boundary stands, for a reader. */
export interface BoundaryRow {
  readonly id: string;
  readonly kind: string;
  readonly status: "automated" | "partial" | "missing";
  readonly cases: { readonly legal: number; readonly invalid: number };
}

/** The registry of a project, each boundary in a line, then what breaks a rule. */
export function boundariesText(
  checked: {
    readonly boundaries: readonly BoundaryRow[];
    readonly problems: readonly BoundaryProblem[];
    readonly waived: readonly BoundaryProblem[];
  },
  options: TextOptions,
): string {
  const page = makePage(options);
  const { boundaries, problems, waived } = checked;
  const errors = problems.filter(({ level }) => level === "error").length;
  const warnings = problems.length - errors;
  const counts = [
    amountText(boundaries.length, "boundary", "boundaries"),
    errors === 0 ? "no problems found" : amountText(errors, "problem"),
    ...(warnings === 0 ? [] : [amountText(warnings, "warning")]),
    ...(waived.length === 0 ? [] : [`${countText(waived.length)} waived`]),
  ];
  const rules = [...new Set(problems.map(({ rule }) => rule))];
  const blocks = [
    `boundaries check   ${counts.join("   ")}`,
    rowLines(boundaries, page).join("\n"),
    ...rules.map((rule) =>
      ruleLines(
        problems.filter((problem) => problem.rule === rule),
        page,
      ).join("\n"),
    ),
    ...(rules[0] === undefined ? [] : [`next     npx gauntlet boundaries explain ${rules[0]}`]),
  ];
  return blocks.filter((block) => block !== "").join("\n\n");
}

/** A rule with why it is there and what mends it. */
export function boundaryRuleText(rule: BoundaryRule, options: TextOptions): string {
  const page = makePage({ ...options, showAll: true });
  const field = (name: string, text: string): readonly string[] => {
    const [first = "", ...more] = wrapped(text, page, 9);
    return [`${name.padEnd(8)} ${first}`, ...more.map((line) => `         ${line}`)];
  };
  return [
    `${rule.id}   ${rule.level}`,
    "",
    ...field("fails", rule.fails),
    ...field("why", rule.why),
    ...field("help", rule.help),
  ].join("\n");
}

// --- inside ---

function rowLines(rows: readonly BoundaryRow[], page: Page): readonly string[] {
  const { paint } = page;
  const marks = { automated: paint.held, partial: paint.unknown, missing: paint.unknown };
  const { shown, more } = listed(rows, page);
  const width = (of: (row: BoundaryRow) => string): number =>
    Math.max(0, ...shown.map((row) => textWidth(paint.text(of(row)))));
  const [ids, kinds] = [width(({ id }) => id), width(({ kind }) => kind)];
  const lines = shown.map(({ id, kind, status, cases }) => {
    const names = [padText(paint.text(id), ids), padText(paint.text(kind), kinds)];
    const played = `legal ${countText(cases.legal)}, invalid ${countText(cases.invalid)} cases`;
    return `${marks[status]} ${[...names, status.padEnd(9), played].join("   ")}`;
  });
  return more === "" ? lines : [...lines, more];
}

function ruleLines(problems: readonly BoundaryProblem[], page: Page): readonly string[] {
  const { paint } = page;
  const [first] = problems;
  if (first === undefined) return [];
  const mark = first.level === "error" ? paint.broken : paint.unknown;
  // A list of files without an entry is worth nothing where it is cut off.
  const { shown, more } =
    first.rule === "unregistered-file" ? { shown: problems, more: "" } : listed(problems, page);
  const lines = shown.map((problem) => `    ${paint.text(problemText(problem))}`);
  const helps = [...new Set(shown.map(({ help }) => help))];
  return [
    `${mark} ${first.rule}`,
    ...lines,
    ...(more === "" ? [] : [`    ${more}`]),
    ...helps.map((help) => `  help: ${paint.text(help)}`),
  ];
}

function problemText({ boundary, file, line, what }: BoundaryProblem): string {
  const place = file === undefined ? undefined : line === undefined ? file : `${file}:${line}`;
  const owner = boundary ?? place;
  return owner === undefined ? what : `${owner}: ${what}`;
}
