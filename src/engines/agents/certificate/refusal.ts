import type { AgentCell } from "../../../kernel/agent/agent-cell.ts";
import type { AgentReport } from "../../../kernel/agent/agent-report.ts";
import { GauntletError } from "../../../kernel/gauntlet-error.ts";

/** Codes of refusals, with the verdict that each is: a refusal is no error of usage. */
const refusals: ReadonlyMap<string, "broken" | "unknown"> = new Map([
  ["A070", "unknown"],
  ["A071", "broken"],
  ["A072", "broken"],
  ["A073", "unknown"],
]);

/** The verdict of a refused certificate: broken is exit 1, unknown 3; none for another error. */
export function refusalVerdict(error: unknown): "broken" | "unknown" | undefined {
  return error instanceof GauntletError ? refusals.get(error.code) : undefined;
}

/** The overall score of a report that is worth a certificate; throws why another one is not. */
export function certifiableScore(report: AgentReport, passThreshold: number): number {
  const { cells, scores } = report;
  const { overall } = scores;
  const judged = cells.filter(({ state }) => state !== "skipped");
  if (judged.length === 0 || overall === undefined || !Number.isFinite(overall)) {
    throw refused(report, "A073", {
      what: "nothing was judged, so there is nothing to certify",
      note: `there are ${cells.length} cells, of which ${judged.length} were not skipped`,
      help: "add prompts and invariants to the config; see `gauntlet agent contract validate`",
    });
  }
  const criticals = cells.filter(({ severity }) => severity === "critical");
  const failed = criticals.filter(({ state }) => state === "fail");
  if (failed.length > 0) {
    throw refused(report, "A071", {
      what: `${counted(failed)} failed`,
      note: listed(failed),
      help: "fix the agent; `gauntlet agent ci` shows each failure made small",
    });
  }
  const undecided = criticals.filter(({ state }) => state === "error" || state === "inconclusive");
  if (undecided.length > 0) {
    throw refused(report, "A070", {
      what: `${counted(undecided)} could not be judged`,
      note: listed(undecided),
      help: "make each of their faults strike (see its trigger), and the agent reachable",
    });
  }
  if (overall < passThreshold) {
    throw refused(report, "A072", {
      what: `the overall score ${overall} is below \`pass_threshold\` ${passThreshold}`,
      note: listed(cells.filter(({ state }) => state === "fail")),
      help: "fix what fails, or ask for less in `[agent.certificate]`",
    });
  }
  return overall;
}

// --- inside ---

const listedMax = 20;

function refused(
  { agent }: AgentReport,
  code: string,
  parts: { readonly what: string; readonly note: string; readonly help: string },
): GauntletError {
  return new GauntletError({
    code,
    what: `no certificate is given to \`${agent}\`: ${parts.what}`,
    note: parts.note,
    help: parts.help,
  });
}

function counted(cells: readonly AgentCell[]): string {
  return cells.length === 1 ? "1 critical cell" : `${cells.length} critical cells`;
}

function listed(cells: readonly AgentCell[]): string {
  if (cells.length === 0) return "no cell failed";
  const lines = cells.slice(0, listedMax).map(cellLine);
  const more = cells.length - lines.length;
  return [...lines, ...(more > 0 ? [`and ${more} more`] : [])].join("; ");
}

function cellLine({ phase, invariant, scenario, trial, state, because }: AgentCell): string {
  return `${phase} \`${invariant}\` in \`${scenario}\`, trial ${trial}: ${state}, ${because}`;
}
