import type { ContractName } from "../../kernel/judge/contract-names.ts";

/** Names for all functions, or by the function that they are for; `*` is every function. */
export type PerName = readonly string[] | Readonly<Record<string, readonly string[]>>;

/** The `[fixtures]` section as written. */
export interface FileFixtures {
  readonly registries: readonly string[];
}

/** One `[[scan]]` entry as written. */
export interface FileScan {
  readonly module: string;
  readonly targets: readonly string[];
  readonly include_private: boolean;
  readonly max_examples: number;
  readonly mode: "evidence" | "coverage_gap" | "candidate" | "real_bug";
  readonly treat_any_as_weak: boolean;
  readonly require_replayable: boolean;
  readonly proof_bundles: boolean;
  readonly security_focus: boolean;
  readonly shell_injection_check: boolean;
  readonly auto_contracts: readonly ContractName[];
  readonly fixtures: Readonly<Record<string, string>>;
  readonly fixture_registries: readonly string[];
  readonly seed_from_tests: boolean;
  readonly seed_from_fixtures: boolean;
  readonly seed_from_docstrings: boolean;
  readonly seed_from_code: boolean;
  readonly seed_from_call_sites: boolean;
  readonly expected_failures: readonly string[];
  readonly expected_preconditions: PerName;
  readonly expected_properties: PerName;
  readonly expected_relations: PerName;
  readonly confirmed_properties: PerName;
  readonly ignore_contracts: readonly ContractName[];
  readonly ignore_properties: readonly string[];
  readonly ignore_relations: readonly string[];
  readonly contract_overrides: Readonly<Record<string, readonly ContractName[]>>;
  readonly property_overrides: Readonly<Record<string, readonly string[]>>;
  readonly relation_overrides: Readonly<Record<string, readonly string[]>>;
}

/** One `[[objects]]` entry as written. */
export interface FileObject {
  readonly target: string;
  readonly factory?: string | undefined;
  readonly state_factory?: string | undefined;
  readonly setup?: string | undefined;
  readonly teardown?: string | undefined;
  readonly harness: "fresh" | "stateful";
  readonly scenarios: readonly (string | FileScenario)[];
  readonly methods: readonly string[];
  readonly include_private: boolean;
}

/** One change to what an object works with, as written. */
export interface FileScenario {
  readonly kind: "setattr" | "stub_return" | "stub_raise";
  readonly path: string;
  readonly value?: unknown;
  readonly error?: string | undefined;
}

/** One `[[contracts]]` entry as written. */
export interface FileContract {
  readonly target: string;
  readonly checks: readonly ContractName[];
  readonly kwargs: Readonly<Record<string, unknown>>;
  readonly tracked_params: readonly string[];
  readonly protected_keys: readonly string[];
  readonly env_param?: string | undefined;
  readonly phase?: string | undefined;
  readonly followup_phases: readonly string[];
  readonly fault?: string | undefined;
  readonly handler_name?: string | undefined;
}

/** The `[init]` section as written. */
export interface FileInit {
  readonly target?: string | undefined;
  readonly output_dir: string;
  readonly ci: boolean;
  readonly ci_name: string;
  readonly install_skill: boolean;
  readonly scan_max_examples: number;
}

/** What a `[[scan]]` entry has where it says nothing, and a file that no entry names. */
export const scanDefaults: FileScan = {
  module: "src/**",
  targets: [],
  include_private: false,
  max_examples: 1_000,
  mode: "evidence",
  treat_any_as_weak: true,
  require_replayable: true,
  proof_bundles: true,
  security_focus: false,
  shell_injection_check: false,
  auto_contracts: [],
  fixtures: {},
  fixture_registries: [],
  seed_from_tests: true,
  seed_from_fixtures: true,
  seed_from_docstrings: true,
  seed_from_code: true,
  seed_from_call_sites: true,
  expected_failures: [],
  expected_preconditions: [],
  expected_properties: [],
  expected_relations: [],
  confirmed_properties: [],
  ignore_contracts: [],
  ignore_properties: [],
  ignore_relations: [],
  contract_overrides: {},
  property_overrides: {},
  relation_overrides: {},
};

/** What `[init]` has where it says nothing. */
export const initDefaults: FileInit = {
  output_dir: "tests",
  ci: false,
  ci_name: "gauntlet",
  install_skill: false,
  scan_max_examples: 500,
};
