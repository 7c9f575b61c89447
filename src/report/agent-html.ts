import type { AgentCell, AgentPhase } from "../kernel/agent/agent-cell.ts";
import { cellStates, countStates } from "../kernel/agent/agent-certificate.ts";
import { type AgentReport, scoreNames } from "../kernel/agent/agent-report.ts";
import { rowsOf } from "../kernel/agent/agent-rows.ts";
import type { Result } from "../kernel/result/result.ts";
import { grouped } from "../kernel/values/grouped.ts";
import { agentOutcome } from "./agent-outcome.ts";
import { conversationHtml } from "./agent-journal-html.ts";
import { notedConversations } from "./sections/agent-document.ts";
import { stateText } from "./certificate-html.ts";
import { rowSection } from "./agent-rows-html.ts";
import { htmlPage, htmlTable, htmlText } from "./html-page.ts";
import { countText, scoreText } from "./number-text.ts";

/**
 * A report about an agent as one file: scores, the matrix of invariants and scenarios, and each
 * conversation folded. What agents say is hostile; nothing in here runs or is fetched.
 */
export function agentHtml(
  report: AgentReport,
  { verdict, because }: Pick<Result, "verdict" | "because">,
): string {
  const shown = shownConversations(report);
  return htmlPage({
    title: `Report about ${report.agent}`,
    style: "summary{cursor:pointer;padding:.2rem 0}details{border-bottom:1px solid #ddd}",
    body: [
      `<h1>Report about ${htmlText(report.agent)}</h1>`,
      ...outcomeSection(report, { verdict, because }),
      ...scoreSection(report),
      ...rowSection(rowsOf(report)),
      ...matrixSections(report, shown),
      ...deltaSection(report),
      ...conversationSection(report, shown),
    ],
  });
}

// --- inside ---

/** So many conversations are in the file: those in which something did not pass come first. */
const notedMax = 300;
const passedMax = 100;
/** So many scenarios of a phase are rows. */
const rowsMax = 500;

function shownConversations({ cells, conversations }: AgentReport): ReadonlySet<number> {
  const noted = notedConversations(cells);
  const indexes = [...conversations.keys()];
  return new Set([
    ...indexes.filter((at) => noted.has(at)).slice(0, notedMax),
    ...indexes.filter((at) => !noted.has(at)).slice(0, passedMax),
  ]);
}

const verdictStates = { held: "pass", broken: "fail", unknown: "inconclusive" } as const;

function outcomeSection(
  report: AgentReport,
  { verdict, because }: Pick<Result, "verdict" | "because">,
): readonly string[] {
  const { word, score, model } = agentOutcome(report, verdict);
  return [
    `<p class="${verdictStates[verdict]}"><strong>${word}   ${score}</strong></p>`,
    ...(because === "" ? [] : [`<p>${htmlText(because)}</p>`]),
    ...(model === undefined ? [] : [`<p>Model: ${htmlText(model)}</p>`]),
  ];
}

function scoreSection({ phases }: AgentReport): readonly string[] {
  const rows = phases.map(({ phase, score, interval, counts, passAll, criticals }) => [
    scoreNames[phase],
    scoreText(score),
    `${scoreText(interval[0])} to ${scoreText(interval[1])}`,
    ...cellStates.map((state) => countText(counts[state])),
    `${scoreText(passAll.rate)} of ${countText(passAll.trials)}`,
    criticals.length === 0 ? "" : `<span class="fail">${htmlText(criticals.join(", "))}</span>`,
  ]);
  const head = [
    "Phase",
    "Score",
    "95 % between",
    ...cellStates,
    "All trials pass",
    "Critical failures",
  ];
  return htmlTable(head, rows);
}

/** For each phase a table: a row for each scenario, a column for each invariant. */
function matrixSections(report: AgentReport, shown: ReadonlySet<number>): readonly string[] {
  const phases = grouped(report.cells, ({ phase }) => phase);
  return [...phases.values()].flatMap((cells) => phaseMatrix(cells[0].phase, cells, shown));
}

function phaseMatrix(
  phase: AgentPhase,
  cells: readonly AgentCell[],
  shown: ReadonlySet<number>,
): readonly string[] {
  const invariants = [...new Set(cells.map(({ invariant }) => invariant))];
  const scenarios = [...grouped(cells, ({ scenario }) => scenario)];
  const rows = scenarios.slice(0, rowsMax).map(([scenario, row]) => {
    const byInvariant = grouped(row, ({ invariant }) => invariant);
    return [
      htmlText(scenario),
      ...invariants.map((invariant) => matrixCell(byInvariant.get(invariant) ?? [], shown)),
    ];
  });
  const left = scenarios.length - rows.length;
  return [
    `<h2>Cells: ${phase}</h2>`,
    ...htmlTable(["Scenario", ...invariants.map(htmlText)], rows),
    ...(left > 0 ? [`<p>${countText(left)} scenarios more are in the JSON document.</p>`] : []),
  ];
}

function matrixCell(cells: readonly AgentCell[], shown: ReadonlySet<number>): string {
  if (cells.length === 0) return "";
  const worst = ["fail", "error", "inconclusive", "pass", "skipped"] as const;
  const state = worst.find((one) => cells.some((cell) => cell.state === one)) ?? "skipped";
  const text = `<span class="${state}">${stateText(countStates(cells))}</span>`;
  const first = cells.find((cell) => cell.state === state)?.conversation;
  return first === undefined || !shown.has(first) ? text : `<a href="#c${first}">${text}</a>`;
}

function deltaSection({ deltas }: AgentReport): readonly string[] {
  if (deltas.length === 0) return [];
  const rows = deltas.map(({ scenario, rate, baseline, delta }) => [
    htmlText(scenario),
    scoreText(rate),
    scoreText(baseline),
    delta.toFixed(3),
  ]);
  const head = ["Scenario", "Passed", "Without chaos", "Difference"];
  return ["<h2>Against the same prompts without chaos</h2>", ...htmlTable(head, rows)];
}

function conversationSection(
  { cells, conversations }: AgentReport,
  shown: ReadonlySet<number>,
): readonly string[] {
  const byConversation = grouped(cells, ({ conversation }) => String(conversation));
  const told = [...shown].flatMap((at) => {
    const conversation = conversations[at];
    if (conversation === undefined) return [];
    return conversationHtml(conversation, { at, cells: byConversation.get(String(at)) ?? [] });
  });
  const left = conversations.length - shown.size;
  return [
    "<h2>Conversations</h2>",
    ...told,
    ...(left > 0 ? [`<p>${countText(left)} conversations more are not shown here.</p>`] : []),
  ];
}
