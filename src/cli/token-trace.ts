import { decisionsFromToken } from "../kernel/decisions/token.ts";
import { type Trace, traceVersion } from "../kernel/trace/trace.ts";
import type { CampaignSettings, SubjectTarget } from "../campaign/settings.ts";

/** A trace made of a token: it knows its decisions and its file, and no verdict. */
export function tokenTrace(
  token: string,
  target: SubjectTarget,
  settings: CampaignSettings,
): Trace {
  const { file, exportName } = target;
  return {
    header: {
      format: "gauntlet-trace",
      version: traceVersion,
      seed: settings.seed,
      runIndex: 0,
      subject: { name: file, file, exportName, digest: "" },
      settings: settings.run,
      versions: {},
      tiers: {},
    },
    decisions: decisionsFromToken(token),
    events: [],
    verdict: { kind: "unknown", because: "a token has no verdict" },
  };
}
