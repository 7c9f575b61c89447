import type { AgentCell, CellState } from "../../kernel/agent/agent-cell.ts";
import { openRows, rowKey } from "../../kernel/agent/agent-rows.ts";
import type { Result } from "../../kernel/result/result.ts";
import { agentOutcome } from "../agent-outcome.ts";
import { rowLines } from "./agent-rows-text.ts";
import { cellStates } from "../../kernel/agent/agent-certificate.ts";
import { type AgentReport, type AgentScores, scoreNames } from "../../kernel/agent/agent-report.ts";
import { type Group, grouped } from "../../kernel/values/grouped.ts";
import { strikeLines } from "./agent-cases.ts";
import { amountText, countText, scoreText } from "../number-text.ts";
import { listed, makePage, type Page, type TextOptions, wrapped } from "../page.ts";
import { tableLines } from "../table-text.ts";

/** A report about an agent for people: scores, what failed, what could not be told, the deltas. */
export function agentText(
  report: AgentReport,
  options: TextOptions,
  verdict: Result["verdict"],
): string {
  const sections = agentBlocks(report, makePage(options), { verdict });
  return `${sections.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

/** The same as parts of a longer text, which tells of some invariants elsewhere why they fail. */
export function agentBlocks(
  report: AgentReport,
  page: Page,
  about: { readonly verdict: Result["verdict"]; readonly told?: ReadonlySet<string> },
): string[][] {
  const { verdict, told = new Set<string>() } = about;
  const asked = { ...page, report, told };
  return [
    outcomeLines(report, { verdict, page }),
    scoreLines(report, page),
    ...groupSections(["fail"], asked),
    ...groupSections(["error", "inconclusive"], asked),
    rowLines(report, page),
    deltaLines(report, page),
  ].filter((lines) => lines.length > 0);
}

// --- inside ---

/** A page with what is told on it. */
interface CellPage extends Page {
  readonly report: AgentReport;
  /** Invariants whose failures are told elsewhere on it; here, only where they fail. */
  readonly told: ReadonlySet<string>;
}

function outcomeLines(
  report: AgentReport,
  { verdict, page }: { readonly verdict: Result["verdict"]; readonly page: Page },
): string[] {
  const { word, score, model = "" } = agentOutcome(report, verdict);
  const parts = [word, score, ...(model === "" ? [] : [model])];
  return wrapped(parts.join("   "), page, 0);
}

function scoreLines({ phases, scores }: AgentReport, page: Page): string[] {
  const tried = [...new Set(phases.map(({ passAll }) => passAll.trials))];
  // Where all phases have as many trials, the head of the column says how many; of one each it
  // would say nothing that the counts do not.
  const isTried = tried.some((count) => count > 1);
  const trials = tried.length === 1 ? String(tried[0]) : "k";
  // States that no phase has would only make the table wider than the terminal.
  const states = cellStates.filter(
    (state) => state === "pass" || state === "fail" || phases.some((one) => one.counts[state] > 0),
  );
  const head = ["score", "", "95 % between", ...(isTried ? [`pass^${trials}`] : []), ...states];
  const rows = phases.map(({ phase, score, interval, counts, passAll }) => [
    scoreNames[phase],
    scoreText(score),
    `${scoreText(interval[0])}-${scoreText(interval[1])}`,
    ...(isTried ? [scoreText(passAll.rate)] : []),
    ...states.map((state) => countText(counts[state])),
  ]);
  return [...tableLines([head, ...rows, ...overallRow(scores)], page)];
}

function overallRow({ overall }: AgentScores): string[][] {
  return [["overall", scoreText(overall)]];
}

/** Cells in these states, by their invariant: the worst invariants first. */
function groupSections(states: readonly CellState[], page: CellPage): string[][] {
  const open = openRows(page.report);
  const found = page.report.cells.filter(
    (cell) => states.includes(cell.state) && (cell.state === "fail" || open.has(rowKey(cell))),
  );
  const groups = [...grouped(found, ({ phase, invariant }) => `${phase}\0${invariant}`).values()];
  groups.sort(([one], [other]) => severityOrder(one) - severityOrder(other));
  const { shown, more } = listed(groups, page);
  const sections = shown.map((group) => groupLines(group, page));
  return more === "" ? sections : [...sections, [`  ${more}`]];
}

function severityOrder({ severity }: AgentCell): number {
  return ["critical", "high", "medium", "low"].indexOf(severity);
}

function groupLines(group: Group<AgentCell>, page: CellPage): string[] {
  const { paint, report } = page;
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
    ...shown.flatMap((cell) => cellLines(cell, page)),
    ...(more === "" ? [] : [`    ${more}`]),
  ];
}

function cellLines(cell: AgentCell, page: CellPage): string[] {
  const { paint, report, told } = page;
  const conversation = report.conversations[cell.conversation];
  const isTried = report.cells.some(
    ({ phase, scenario, trial }) => phase === cell.phase && scenario === cell.scenario && trial > 1,
  );
  const where = `${cell.scenario}${isTried ? `, trial ${cell.trial}` : ""}`;
  const sent = conversation === undefined ? cell.prompt : conversation.sent;
  if (cell.state === "fail" && told.has(cell.invariant)) {
    return indented(`${where}: ${sent}`, 4, page);
  }
  const strikes = conversation === undefined ? [] : strikeLines(conversation);
  const { shown, more } = listed(strikes, page);
  return [
    ...indented(`${where}: ${cell.because}`, 4, page),
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
  const head = ["scenario", "passed", "without chaos", "difference"];
  return [...tableLines([head, ...rows], page), ...(more === "" ? [] : [`  ${more}`])];
}
