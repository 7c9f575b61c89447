import type { AgentCell, AgentPhase, PhaseScore } from "../../kernel/agent/index.ts";
import type { Result } from "../../kernel/result.ts";

/** What a campaign as a whole came to. */
export function agentVerdict(
  cells: readonly AgentCell[],
  options: {
    readonly phases: readonly PhaseScore[];
    readonly overall: number | undefined;
    readonly minimum: number;
    readonly isInterrupted: boolean;
  },
): Pick<Result, "verdict" | "because"> {
  if (options.isInterrupted) return { verdict: "unknown", because: "interrupted" };
  const criticals = [...new Set(options.phases.flatMap((phase) => phase.criticals))];
  if (criticals.length > 0) {
    return { verdict: "broken", because: `critical rules failed: ${criticals.join(", ")}` };
  }
  for (const { phase, score } of options.phases) {
    if (score !== undefined && score < options.minimum) {
      return tooLow(phase, score, options.minimum);
    }
  }
  if (options.overall !== undefined && options.overall < options.minimum) {
    return tooLow("overall", options.overall, options.minimum);
  }
  const isOpen = ({ state }: AgentCell): boolean => state === "error" || state === "inconclusive";
  const open = cells.filter((cell) => isOpen(cell));
  const openCritical = open.filter(({ severity }) => severity === "critical");
  const [first] = [...openCritical, ...open];
  const judged = cells.filter(({ state }) => state === "pass" || state === "fail");
  if (first !== undefined && (openCritical.length > 0 || judged.length === 0)) {
    const { invariant, scenario, because } = first;
    return { verdict: "unknown", because: `${invariant} in ${scenario}: ${because}` };
  }
  if (judged.length === 0) return { verdict: "unknown", because: "no rule applied to anything" };
  const failed = judged.filter(({ state }) => state === "fail").length;
  if (failed === 0) return { verdict: "held", because: "" };
  const those = failed === 1 ? "1 cell failed" : `${failed} cells failed`;
  return { verdict: "held", because: `${those}, none of a critical rule: it holds all the same` };
}

// --- inside ---

function tooLow(
  what: AgentPhase | "overall",
  score: number,
  minimum: number,
): Pick<Result, "verdict" | "because"> {
  const percent = (share: number): string => `${Math.floor(share * 1_000) / 10} %`;
  const because = `the ${what} score is ${percent(score)}, ${percent(minimum)} is asked for`;
  return { verdict: "broken", because };
}
