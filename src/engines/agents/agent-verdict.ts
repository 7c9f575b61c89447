import type { AgentCell, AgentPhase, PhaseScore } from "../../kernel/agent/index.ts";
import { type JudgedCells, openRow, rowsOf } from "../../kernel/agent/agent-rows.ts";
import type { Result } from "../../kernel/result/result.ts";

/** What a campaign as a whole came to. */
export function agentVerdict(
  judged: JudgedCells,
  options: {
    readonly phases: readonly PhaseScore[];
    readonly overall: number | undefined;
    readonly minimum: number;
    readonly isInterrupted: boolean;
    /** Rules that failed again in sessions that were kept because of them. */
    readonly again?: readonly string[] | undefined;
  },
): Pick<Result, "verdict" | "because"> {
  if (options.isInterrupted) return { verdict: "unknown", because: "interrupted" };
  const criticals = [...new Set(options.phases.flatMap((phase) => phase.criticals))];
  if (criticals.length > 0) {
    return { verdict: "broken", because: `critical rules failed: ${criticals.join(", ")}` };
  }
  const { again = [] } = options;
  if (again.length > 0) {
    return { verdict: "broken", because: `what failed before fails again: ${again.join(", ")}` };
  }
  for (const { phase, score } of options.phases) {
    if (score !== undefined && score < options.minimum) {
      return tooLow(phase, score, options.minimum);
    }
  }
  if (options.overall !== undefined && options.overall < options.minimum) {
    return tooLow("overall", options.overall, options.minimum);
  }
  const rows = rowsOf(judged);
  const open = openRow(rows);
  if (open !== undefined) {
    const { invariant, scenario, because } = open;
    return { verdict: "unknown", because: `${invariant} in ${scenario}: ${because}` };
  }
  if (rows.every(({ tested }) => tested === 0)) {
    return { verdict: "unknown", because: "no rule applied to anything" };
  }
  return { verdict: "held", because: allowedFailures(judged.cells, options.minimum) };
}

// --- inside ---

/** Failures that the verdict allows are told: nobody shall read that nothing broke. */
function allowedFailures(cells: readonly AgentCell[], minimum: number): string {
  const judged = cells.filter(({ state }) => state === "pass" || state === "fail");
  const failed = judged.filter(({ state }) => state === "fail").length;
  if (failed === 0) return "";
  const asked = minimum === 0 ? "no score is asked for" : `${percent(minimum)} is asked for`;
  return `${failed} of ${judged.length} cells failed, none of them critical, and ${asked}`;
}

function tooLow(
  what: AgentPhase | "overall",
  score: number,
  minimum: number,
): Pick<Result, "verdict" | "because"> {
  const because = `the ${what} score is ${percent(score)}, ${percent(minimum)} is asked for`;
  return { verdict: "broken", because };
}

function percent(share: number): string {
  return `${Math.floor(share * 1_000) / 10} %`;
}
