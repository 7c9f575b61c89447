import type { CallTarget } from "../../kernel/subject/call-plan.ts";
import type { ScanSettings } from "../../config/index.ts";

/** A target without what begins with an underscore, unless that is wanted of its file or class. */
export function withoutPrivate(
  target: CallTarget,
  {
    policies,
    includePrivate,
  }: { readonly policies: ScanSettings; readonly includePrivate: boolean },
): readonly CallTarget[] {
  const { module, name } = target;
  const [owner = ""] = name.split(".");
  const isWanted =
    includePrivate ||
    policies.entryFor(module).includePrivate ||
    policies.objectFor({ module, name: owner })?.includePrivate === true;
  if (isWanted) return [target];
  const calls = target.calls.filter((call) => !call.name.split(".").some(isPrivate));
  return calls.length === 0 && target.calls.length > 0 ? [] : [{ ...target, calls }];
}

// --- inside ---

function isPrivate(name: string): boolean {
  return name.startsWith("_");
}
