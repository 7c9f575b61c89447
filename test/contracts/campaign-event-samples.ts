import type { CampaignEvent } from "../../src/kernel/result/campaign-event.ts";
import type { Finding } from "../../src/kernel/result/finding.ts";

/** A failure as engines tell it. */
export const finding: Finding = {
  id: "wallet-00000000",
  kind: "thrown",
  identity: { error: "RangeError", message: "too much", frame: "", property: "", key: "0" },
  message: "too much",
  subject: "wallet",
  place: undefined,
  story: [{ kind: "step", what: "pay", detail: "cents=1" }],
  shrunk: { from: 9, to: 2, attempts: 40 },
  occurrences: 12,
  runIndex: 3,
  trace: "trace.jsonl.gz",
  replay: "npx gauntlet replay wallet-00000000",
  token: undefined,
  isConfirmed: true,
};

const runs = { runs: 300, seconds: 3, findings: 1, steps: 900, edges: 44, corpus: 7 };

/** Every event that there is, at least once: an event without a sample does not compile. */
export const eventSamples: {
  readonly [Type in CampaignEvent["type"]]: Extract<CampaignEvent, { readonly type: Type }>;
} = {
  begin: { type: "begin", command: "explore" },
  subject: { type: "subject", name: "a.ts#default", number: 1, count: 2, runsMax: 1_000 },
  plan: { type: "plan", files: 2, targets: 12, blocked: 1, timeMsMax: 60_000 },
  runs: { type: "runs", ...runs },
  variant: { type: "variant", ...runs, variant: "full", seed: 42, number: 0, count: 9 },
  stretch: { type: "stretch", ...runs, workers: 2, number: 1, count: 3 },
  targets: {
    type: "targets",
    targets: 12,
    isPlanned: true,
    called: 9,
    done: 4,
    leftMs: 30_000,
  },
  functions: { type: "functions", name: "slug", left: 3 },
  scenarios: { type: "scenarios", done: 1, count: 4 },
  conversations: {
    type: "conversations",
    done: 3,
    planned: 9,
    failed: 1,
    what: "contract the booker cannot be reached",
  },
  stage: { type: "stage", name: "doctor", state: "started" },
  finding: { type: "finding", finding, isAtEnd: false },
  end: { type: "end", verdict: "broken", because: "", runs: 300, findings: 1 },
};
