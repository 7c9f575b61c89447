import type { AgentCell, CellState } from "../kernel/agent/agent-cell.ts";
import { cellStates } from "../kernel/agent/agent-certificate.ts";
import { type AgentReport, type AgentScores, scoreNames } from "../kernel/agent/agent-report.ts";
import { type Group, grouped } from "../kernel/grouped.ts";
import { strikeLines } from "./agent-cases.ts";
import { amountText, countText, scoreText } from "./number-text.ts";
import { listed, makePage, type Page, type TextOptions, wrapped } from "./page.ts";
import { tableLines } from "./table-text.ts";

/** A report about an agent for people: scores, what failed, what could not be told, the deltas. */
export function agentText(report: AgentReport, options: TextOptions): string {
  const sections = agentSections(report, makePage(options));
  return `${sections.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

/** The same as parts of a longer text. */
export function agentSections(report: AgentReport, page: Page): string[][] {
  return [
    scoreLines(report, page),
    ...groupSections(report, ["fail"], page),
    ...groupSections(report, ["error", "inconclusive"], page),
    deltaLines(report, page),
  ].filter((lines) => lines.length > 0);
}

// --- inside ---

function scoreLines({ phases, scores }: AgentReport, page: Page): string[] {
  const names = [...new Set(phases.map(({ passAll }) => passAll.trials))];
  // Where all phases have as many trials, the head of the column says how many.
  const trials = names.length === 1 ? String(names[0]) : "k";
  // States that no phase has would only make the table wider than the terminal.
  const states = cellStates.filter(
    (state) => state === "pass" || state === "fail" || phases.some((one) => one.counts[state] > 0),
  );
  const head = ["score", "", "95 % between", `pass^${trials}`, ...states];
  const rows = phases.map(({ phase, score, interval, counts, passAll }) => [
    scoreNames[phase],
    scoreText(score),
    `${scoreText(interval[0])}-${scoreText(interval[1])}`,
    scoreText(passAll.rate),
    ...states.map((state) => countText(counts[state])),
  ]);
  return [...tableLines([head, ...rows, ...overallRow(scores)], page)];
}

function overallRow({ overall }: AgentScores): string[][] {
  return [["overall", scoreText(overall)]];
}

/** Cells in these states, by their invariant: the worst invariants first. */
function groupSections(report: AgentReport, states: readonly CellState[], page: Page): string[][] {
  const found = report.cells.filter(({ state }) => states.includes(state));
  const groups = [...grouped(found, ({ phase, invariant }) => `${phase}\0${invariant}`).values()];
  groups.sort(([one], [other]) => severityOrder(one) - severityOrder(other));
  const { shown, more } = listed(groups, page);
  const sections = shown.map((group) => groupLines(group, report, page));
  return more === "" ? sections : [...sections, [`  ${more}`]];
}

function severityOrder({ severity }: AgentCell): number {
  return ["critical", "high", "medium", "low"].indexOf(severity);
}

function groupLines(group: Group<AgentCell>, report: AgentReport, page: Page): string[] {
  const { paint } = page;
  const [{ phase, invariant, severity, state }] = group;
  const all = report.cells.filter((one) => one.phase === phase && one.invariant === invariant);
  const states = [...grouped(group, (cell) => cell.state)].map(
    ([name, cells]) => `${countText(cells.length)} ${name}`,
  );
  const mark = state === "fail" ? paint.broken : paint.unknown;
  const counted = `${states.join(", ")} of ${amountText(all.length, "cell")}`;
  const title = wrapped(`${invariant}   ${severity}   ${phase}   ${counted}`, page, 2);
  const { shown, more } = listed(group, page);
  return [
    ...title.map((line, at) => `${at === 0 ? mark : " "} ${line}`),
    ...shown.flatMap((cell) => cellLines(cell, report, page)),
    ...(more === "" ? [] : [`    ${more}`]),
  ];
}

function cellLines(cell: AgentCell, report: AgentReport, page: Page): string[] {
  const { paint } = page;
  const conversation = report.conversations[cell.conversation];
  const what = `${cell.scenario}, trial ${cell.trial}: ${cell.because}`;
  const sent = conversation === undefined ? cell.prompt : conversation.sent;
  const strikes = conversation === undefined ? [] : strikeLines(conversation);
  const { shown, more } = listed(strikes, page);
  return [
    ...indented(what, 4, page),
    ...indented(`sent  ${sent}`, 6, page),
    ...shown.flatMap((strike) => indented(strike, 9, page).map(markedBy(paint.fault))),
    ...(more === "" ? [] : [`      ${more}`]),
  ];
}

/** The first of the lines begins with a mark, in the room of its indent. */
function markedBy(mark: string): (line: string, at: number) => string {
  return (line, at) => (at === 0 ? `      ${mark} ${line.trimStart()}` : line);
}

function indented(text: string, indent: number, page: Page): string[] {
  return wrapped(text, page, indent).map((line) => `${" ".repeat(indent)}${line}`);
}

function deltaLines({ deltas }: AgentReport, page: Page): string[] {
  if (deltas.length === 0) return [];
  const worst = deltas.toSorted((one, other) => one.delta - other.delta);
  const { shown, more } = listed(worst, page);
  const rows = shown.map(({ scenario, rate, baseline, delta }) => [
    scenario,
    scoreText(rate),
    scoreText(baseline),
    `${delta > 0 ? "+" : ""}${delta.toFixed(3)}`,
  ]);
  const head = ["passed in", "", "without chaos", "difference"];
  return [...tableLines([head, ...rows], page), ...(more === "" ? [] : [`  ${more}`])];
}
