import type { Trace } from "../kernel/trace.ts";
import type { Court } from "./record-fresh.ts";
import type { CampaignSettings, SubjectTarget } from "./settings.ts";

/** Where a trace is run: its own file, export and settings, whatever the configuration says now. */
export function traceCourt(
  { header }: Trace,
  { projectRoot, settings }: { readonly projectRoot: string; readonly settings: CampaignSettings },
): Court {
  const { file, exportName } = header.subject;
  const target: SubjectTarget = { projectRoot, file, exportName };
  return { target, settings: { ...settings, seed: header.seed, run: header.settings } };
}
