import type { Finding } from "../../kernel/result/finding.ts";
import type { ScanConfig } from "../../config/index.ts";
import type { TargetCampaign, TargetOutcome } from "./scan-target.ts";

/** Only what the policy wants to be told. */
export function withLevels(outcome: TargetOutcome, { levels }: ScanConfig): TargetOutcome {
  const isTold = ({ evidence }: Finding): boolean =>
    evidence === undefined || levels.includes(evidence.level);
  const { blocked, expected } = outcome.scanned;
  return {
    ...outcome,
    findings: outcome.findings.filter(isTold),
    scanned: {
      ...outcome.scanned,
      blocked: levels.includes("blocked") ? blocked : undefined,
      expected: levels.includes("expected") ? expected : [],
    },
  };
}

/** The same as if nothing had failed. */
export function withoutSuspects(look: TargetCampaign): TargetCampaign {
  return look.kind === "called" ? { ...look, campaign: { ...look.campaign, suspects: [] } } : look;
}
