import type { Result } from "../../kernel/result/result.ts";
import type { StageEnd } from "./stages.ts";

/** The worst of several results, with all that they found. */
export function together(results: readonly Result[], because: string): StageEnd {
  const worst = (["broken", "unknown"] as const)
    .map((verdict) => results.find((result) => result.verdict === verdict))
    .find((result) => result !== undefined);
  const isNone = results.every(({ summary }) => summary.runs === 0);
  const end = worst ?? { verdict: isNone ? ("not executed" as const) : ("held" as const), because };
  const first = worst?.findings[0];
  return {
    verdict: end.verdict,
    because: end.because === "" ? (first?.message ?? "") : end.because,
    findings: results.flatMap(({ findings }) => findings),
    artifacts: results.flatMap(({ artifacts }) => artifacts),
    unwritten: results.flatMap(({ unwritten = [] }) => unwritten),
    runs: results.reduce((sum, { summary }) => sum + summary.runs, 0),
  };
}
