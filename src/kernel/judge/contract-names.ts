/** What a call can be held to, by name. */
export const contractChecks = [
  "shell_safe",
  "shell_injection",
  "quoted_paths",
  "command_arg_stability",
  "subprocess_argv",
  "argv_injection",
  "protected_env_keys",
  "json_roundtrip",
  "http_shape",
  "cleanup_attempts_all",
  "teardown_attempts_all",
  "setup_failure_triggers_teardown",
  "rollout_cancellation_triggers_cleanup",
  "all_cleanup_handlers_attempted",
  "all_teardown_handlers_attempted",
  "cleanup_after_setup_failure",
  "cleanup_after_cancellation",
  "lifecycle_attempts_all",
  "lifecycle_followup",
  "path_traversal",
  "fs_write",
  "symlink_escape",
  "ssrf",
  "import_injection",
  "deserialization",
  "ipc_injection",
  "config_mutation",
  "sql_injection",
  "prototype_pollution",
  "regex_injection",
] as const;

/** The name of one check. */
export type ContractCheckName = (typeof contractChecks)[number];

/** Names that stand for several checks, or are another spelling of one. */
export const contractPacks: Readonly<Record<ContractPackName, readonly ContractCheckName[]>> = {
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

/** A name that stands for several checks, or is another spelling of one. */
export type ContractPackName =
  | "shell_path_safety"
  | "shell_injection_check"
  | "protected_env_vars"
  | "cleanup_teardown"
  | "cancellation_safety"
  | "json_tool_call_normalization";

/** What may be written where a contract is named. */
export type ContractName = ContractCheckName | ContractPackName;

/** Every name that may be written, checks before packs. */
export const contractNames: readonly [ContractName, ...ContractName[]] = [
  ...contractChecks,
  ...(Object.keys(contractPacks) as ContractPackName[]),
];

/** The checks that names stand for, each once, in the order in which they are first meant. */
export function expandContracts(names: readonly ContractName[]): readonly ContractCheckName[] {
  return [...new Set(names.flatMap((name) => (isPack(name) ? [...contractPacks[name]] : [name])))];
}

// --- inside ---

function isPack(name: ContractName): name is ContractPackName {
  return Object.hasOwn(contractPacks, name);
}
