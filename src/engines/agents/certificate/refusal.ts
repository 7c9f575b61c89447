import type { AgentCell } from "../../../kernel/agent/agent-cell.ts";
import type { AgentReport } from "../../../kernel/agent/agent-report.ts";
import { type JudgedCells, type RowVerdict, rowsOf } from "../../../kernel/agent/agent-rows.ts";
import { GauntletError } from "../../../kernel/errors/gauntlet-error.ts";
import type { Result } from "../../../kernel/result/result.ts";

/** Codes of refusals, with the verdict that each is: a refusal is no error of usage. */
const refusals: ReadonlyMap<string, "broken" | "unknown"> = new Map([
  ["A070", "unknown"],
  ["A071", "broken"],
  ["A072", "broken"],
  ["A073", "unknown"],
  ["A076", "broken"],
  ["A077", "unknown"],
]);

/** The verdict of a refused certificate: broken is exit 1, unknown 3; none for another error. */
export function refusalVerdict(error: unknown): "broken" | "unknown" | undefined {
  return error instanceof GauntletError ? refusals.get(error.code) : undefined;
}

/** Critical rules that are not decided in a row. */
export function undecidedCriticals(report: JudgedCells): readonly RowVerdict[] {
  return rowsOf(report).filter(
    ({ severity, state }) =>
      severity === "critical" && (state === "error" || state === "inconclusive"),
  );
}

/** What is asked for before a report is certified. */
export interface CertificateTerms {
  readonly passThreshold: number;
  /** The score that every phase must reach. */
  readonly minimum: number;
  /** What the run as a whole came to. */
  readonly judged: Pick<Result, "verdict" | "because">;
}

/** The overall score of a report that is worth a certificate; throws why another one is not. */
export function certifiableScore(report: AgentReport, wanted: CertificateTerms): number {
  const { cells, scores } = report;
  const { passThreshold } = wanted;
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
      help: "fix the agent; `gauntlet agent ci` shows each failure minimised",
    });
  }
  const undecided = undecidedCriticals(report);
  if (undecided.length > 0) {
    const rows = undecided.length === 1 ? "rule" : "rules";
    throw refused(report, "A070", {
      what: `${undecided.length} critical ${rows} could not be judged`,
      note: undecided.slice(0, listedMax).map(rowLine).join("; "),
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
  refusePhases(report, wanted);
  return overall;
}

// --- inside ---

/** Every phase must have reached its score, and nothing else may have kept the run from holding. */
function refusePhases(report: AgentReport, { minimum, judged }: CertificateTerms): void {
  const { phases, cells } = report;
  for (const { phase, score } of phases) {
    if (score === undefined) {
      throw refused(report, "A077", {
        what: `nothing could be judged in the ${phase} phase`,
        note: listed(cells.filter((cell) => cell.phase === phase && cell.state !== "skipped")),
        help: "make what it tests happen, or leave the phase out of the config",
      });
    }
    if (score < minimum) {
      throw refused(report, "A076", {
        what: `the ${phase} score ${score} is below \`minimum\` ${minimum}`,
        note: listed(cells.filter((cell) => cell.phase === phase && cell.state === "fail")),
        help: "fix what fails, or ask for less in `[agent.scoring]`",
      });
    }
  }
  if (judged.verdict === "held") return;
  throw refused(report, judged.verdict === "broken" ? "A076" : "A077", {
    what: `the run itself is ${judged.verdict}: ${judged.because}`,
    note: listed(cells.filter(({ state }) => state === "fail" || state === "error")),
    help: "see what `gauntlet agent ci` says",
  });
}

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
  if (cells.length === 0) return "there is no such cell";
  const lines = cells.slice(0, listedMax).map(cellLine);
  const more = cells.length - lines.length;
  return [...lines, ...(more > 0 ? [`and ${more} more`] : [])].join("; ");
}

function rowLine({ phase, invariant, scenario, state, because }: RowVerdict): string {
  return `${phase} \`${invariant}\` in \`${scenario}\`: ${state}, ${because}`;
}

function cellLine({ phase, invariant, scenario, trial, state, because }: AgentCell): string {
  return `${phase} \`${invariant}\` in \`${scenario}\`, trial ${trial}: ${state}, ${because}`;
}
