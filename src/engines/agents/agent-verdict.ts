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
  // What broke off was not seen, whatever its severity; a fault that did not strike may be rare.
  const broken = cells.find(({ state }) => state === "error");
  const reason = openCritical.length > 0 || judged.length === 0 ? first : broken;
  if (reason !== undefined) {
    const { invariant, scenario, because } = reason;
    return { verdict: "unknown", because: `${invariant} in ${scenario}: ${because}` };
  }
  if (judged.length === 0) return { verdict: "unknown", because: "no rule applied to anything" };
  return { verdict: "held", because: allowedFailures(judged, options.minimum) };
}

// --- inside ---

/** Failures that the verdict allows are told: nobody shall read that nothing broke. */
function allowedFailures(judged: readonly AgentCell[], minimum: number): string {
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
