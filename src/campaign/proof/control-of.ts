import type { Result } from "../../kernel/result/result.ts";
import type { RunSettings, Uncontrolled } from "../../kernel/trace/trace.ts";
import { tiersAfter } from "../../world/tiers.ts";
import type { LoadedSubject } from "../../runner/protocol/protocol.ts";

/** What a result says of how far its runs were under control. */
export function controlOf(parts: {
  readonly run: RunSettings;
  readonly loaded: LoadedSubject;
  readonly uncontrolled: readonly Uncontrolled[];
}): Pick<Result, "tiers" | "uncontrolled"> {
  const { run, loaded, uncontrolled } = parts;
  // A strict run that leaves is a finding, which says more.
  const uses = run.isStrict === false ? uncontrolled : [];
  return { tiers: tiersAfter(loaded.tiers, uncontrolled), uncontrolled: uses };
}
