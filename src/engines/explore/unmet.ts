import type { Finding } from "../../kernel/result/finding.ts";
import { sha256 } from "../../kernel/values/sha256.ts";
import { stoppedAtFirst } from "./early-proofs.ts";
import type { CampaignOutcome } from "../../campaign/campaign-outcome.ts";

/**
 * What a campaign must have seen and did not: a failure, not a footnote. Whoever interrupts it has
 * not let it see all, and what processes saw that died is not known.
 */
export function unmetFindings(campaign: CampaignOutcome): readonly Finding[] {
  if (campaign.talliedRuns === 0 || isCutShort(campaign)) return [];
  const counts = [...campaign.tally.properties.values()];
  const findings: Finding[] = [];
  for (const kind of ["sometimes", "reachable"] as const) {
    const isOfKind = (claim: { readonly kind: string }): boolean => claim.kind === kind;
    const met = new Set(counts.filter((c) => isOfKind(c) && c.held > 0).map(({ name }) => name));
    const claimed = [...campaign.loaded.claims, ...counts].filter(isOfKind);
    for (const name of new Set(claimed.map((claim) => claim.name))) {
      if (!met.has(name)) findings.push(unmet(campaign, name, kind));
    }
  }
  return findings;
}

// --- inside ---

function isCutShort({ endedEarly }: CampaignOutcome): boolean {
  return endedEarly === "interrupted" || endedEarly === stoppedAtFirst;
}

function unmet(campaign: CampaignOutcome, name: string, kind: "sometimes" | "reachable"): Finding {
  const wanted = kind === "sometimes" ? "true" : "reached";
  const message = `never ${wanted} in ${campaign.talliedRuns} runs`;
  const error = kind === "sometimes" ? "NeverTrue" : "NeverReached";
  const key = sha256([error, name].join("\u0000")).slice(0, 12);
  const { subject } = campaign.loaded;
  return {
    id: `unmet-${key.slice(0, 8)}`,
    kind: "property",
    identity: { error, message: `never ${wanted}`, frame: "", property: name, key },
    message,
    subject: subject.name,
    place: undefined,
    story: [],
    shrunk: { from: 0, to: 0, attempts: 0 },
    occurrences: campaign.talliedRuns,
    runIndex: 0,
    trace: undefined,
    replay: undefined,
    token: undefined,
    isConfirmed: true,
  };
}
