import { GauntletError } from "../../kernel/gauntlet-error.ts";
import { nearestNames } from "../config/nearest-name.ts";
import { commandChecks } from "./checks/command-checks.ts";
import { dataChecks } from "./checks/data-checks.ts";
import { lifecycleChecks } from "./checks/lifecycle-checks.ts";
import { securityChecks } from "./checks/security-checks.ts";
import { textChecks } from "./checks/text-checks.ts";
import type { ContractCheck } from "./contract-check.ts";

/** Every check by its name. */
export const contractChecks: ReadonlyMap<string, ContractCheck> = new Map(
  [...commandChecks, ...dataChecks, ...lifecycleChecks, ...securityChecks, ...textChecks].map(
    (check) => [check.name, check],
  ),
);

/** Names that stand for several checks. */
export const checkPacks: Readonly<Record<string, readonly string[]>> = {
  shell_path_safety: ["shell_safe", "quoted_paths", "command_arg_stability"],
  shell_injection_check: ["shell_injection"],
  protected_env_vars: ["protected_env_keys"],
  cleanup_teardown: [
    "cleanup_attempts_all",
    "teardown_attempts_all",
    "setup_failure_triggers_teardown",
    "cleanup_after_setup_failure",
  ],
  cancellation_safety: [
    "rollout_cancellation_triggers_cleanup",
    "cleanup_after_cancellation",
    "lifecycle_followup",
  ],
  json_tool_call_normalization: ["json_roundtrip"],
};

/** The checks that names and packs mean, each once; a name that is none is the user's mistake. */
export function checksNamed(names: readonly string[]): readonly ContractCheck[] {
  const wanted = new Set(names.flatMap((name) => checkPacks[name] ?? [name]));
  return [...wanted].map((name) => contractChecks.get(name) ?? refuse(name));
}

// --- inside ---

function refuse(name: string): never {
  const known = [...contractChecks.keys(), ...Object.keys(checkPacks)];
  const [near] = nearestNames(name, known, { countMax: 1 });
  throw new GauntletError({
    code: "C401",
    what: `there is no contract check \`${name}\``,
    help: near === undefined ? `the checks are ${known.join(", ")}` : `did you mean \`${near}\`?`,
  });
}
