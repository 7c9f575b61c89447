/** What a function can be held to. */
export const contractChecks = [
  "shell_safe",
  "shell_injection",
  "quoted_paths",
  "command_arg_stability",
  "protected_env_keys",
  "cleanup_teardown",
  "cancellation_safety",
  "json_tool_call_normalization",
] as const;

/** The name of one check. */
export type ContractCheck = (typeof contractChecks)[number];

/** A name that stands for several checks, or is another spelling of one. */
export type ContractPack = "shell_path_safety" | "shell_injection_check" | "protected_env_vars";

/** What may be written where a contract is named. */
export type ContractName = ContractCheck | ContractPack;

/** Every name that may be written, checks before packs. */
export const contractNames: readonly [ContractName, ...ContractName[]] = [
  ...contractChecks,
  "shell_path_safety",
  "shell_injection_check",
  "protected_env_vars",
];

/** The checks that names stand for, each once, in the order in which they are first meant. */
export function expandContracts(names: readonly ContractName[]): readonly ContractCheck[] {
  return [...new Set(names.flatMap(checksOf))];
}

// --- inside ---

const packs: ReadonlyMap<ContractName, readonly ContractCheck[]> = new Map([
  ["shell_path_safety", ["shell_safe", "shell_injection", "quoted_paths", "command_arg_stability"]],
  ["shell_injection_check", ["shell_injection"]],
  ["protected_env_vars", ["protected_env_keys"]],
]);

function checksOf(name: ContractName): readonly ContractCheck[] {
  return packs.get(name) ?? contractChecks.filter((check) => check === name);
}
