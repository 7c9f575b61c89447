import type { Encoded } from "../../kernel/values/literal.ts";
import type { ReportLevel } from "../../kernel/result/scan.ts";
import type { ExportReference } from "../../kernel/values/shape.ts";
import type { ContractCheckName } from "../../kernel/judge/contract-names.ts";
import type { CamelKeys } from "../camel-keys.ts";
import type { FileContract, FileObject, FileScan } from "../file-config.ts";
import type { ScenarioLibrary } from "../scenario-names.ts";
import type { TargetSelector } from "./target-selector.ts";

/** Values for parameters in every scan: `[fixtures]`. */
export interface FixturesConfig {
  /** Files relative to the project root; an export is for the parameters of its name. */
  readonly registries: readonly string[];
}

/** Keys of `[[scan]]` that are read into something else. */
type ScanKeysRead =
  | "targets"
  | "mode"
  | "auto_contracts"
  | "fixtures"
  | "fixture_registries"
  | "expected_failures"
  | "expected_preconditions"
  | "expected_properties"
  | "expected_relations"
  | "confirmed_properties"
  | `ignore_${string}`
  | `${string}_overrides`;

/** One `[[scan]]` entry: which files are scanned and what is made of what they do. */
export interface ScanConfig extends CamelKeys<Omit<FileScan, ScanKeysRead>> {
  /** `module` relative to the project root; a file, a folder or a pattern. */
  readonly pattern: string;
  /** Only these functions and classes; none means all. */
  readonly targets: readonly TargetSelector[];
  /** Which levels are told, from `mode`. */
  readonly levels: readonly ReportLevel[];
  readonly autoContracts: readonly ContractCheckName[];
  /** Values by parameter name. */
  readonly fixtures: Readonly<Record<string, Fixture>>;
  /** `fixture_registries` of the entry, then those of `[fixtures]`; the first that has it wins. */
  readonly registries: readonly string[];
  readonly expectedFailures: readonly TargetSelector[];
  /** Class names or parts of messages, by function; `*` is every function. */
  readonly expectedPreconditions: ByFunction;
  readonly expectedProperties: ByFunction;
  readonly expectedRelations: ByFunction;
  /** Properties and laws that are meant: what breaks them is supported. */
  readonly confirmedProperties: ByFunction;
  /** What is not checked: `ignore_*` under `*`, `*_overrides` under the function. */
  readonly ignoredContracts: ByFunction<ContractCheckName>;
  readonly ignoredProperties: ByFunction;
  readonly ignoredRelations: ByFunction;
  /** Finds the files, absolute and sorted; throws a `ConfigError` when there are none. */
  readonly resolve: () => Promise<readonly string[]>;
}

/** Names by the function that they are for, as selectors of `target-selector.ts` without a file. */
export type ByFunction<Name extends string = string> = Readonly<Record<string, readonly Name[]>>;

/** What a parameter is given: written values, or what a file exports. */
export type Fixture =
  | { readonly kind: "values"; readonly values: readonly Encoded[] }
  | { readonly kind: "export"; readonly from: ExportReference };

/** Keys of `[[objects]]` that are read into something else. */
type ObjectKeysRead = "target" | "factory" | "state_factory" | "setup" | "teardown" | "scenarios";

/** One `[[objects]]` entry: how instances of a class are made. */
export interface ObjectConfig extends CamelKeys<Omit<FileObject, ObjectKeysRead>> {
  readonly target: TargetSelector;
  readonly factory: ExportReference | undefined;
  readonly stateFactory: ExportReference | undefined;
  readonly setup: ExportReference | undefined;
  readonly teardown: ExportReference | undefined;
  readonly scenarios: readonly Scenario[];
}

/** What is changed about an instance after its setup. */
export type Scenario =
  | { readonly kind: "hook"; readonly from: ExportReference }
  | { readonly kind: "library"; readonly name: ScenarioLibrary }
  | { readonly kind: "set"; readonly path: readonly string[]; readonly value: Encoded }
  | { readonly kind: "return"; readonly path: readonly string[]; readonly value: Encoded }
  | { readonly kind: "throw"; readonly path: readonly string[]; readonly error: ScenarioError };

/** The error that a stubbed method throws: `TypeError: denied` is class and message. */
export interface ScenarioError {
  readonly name: string;
  readonly message: string;
}

/** One `[[contracts]]` entry: what a function must keep to. */
export interface ContractConfig extends CamelKeys<
  Omit<FileContract, "target" | "checks" | "kwargs">
> {
  readonly target: TargetSelector;
  readonly checks: readonly ContractCheckName[];
  /** `kwargs`: arguments by parameter name. */
  readonly args: Readonly<Record<string, Encoded>>;
}
