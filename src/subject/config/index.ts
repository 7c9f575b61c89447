// The config of a project: one schema, three syntaxes, one loader for the command line and the
// library. It may see the kernel only. A key is in `file-schema.ts` when something reads it; what
// is planned is in `unbuilt-keys.ts` and refused by name. Parsers and zod are loaded on first use.
// What a scan asks of a config is in `scan-settings.ts`. Start reading at `load-config.ts`.
export type { AgentConfig, AgentContract } from "./agent-config.ts";
export { configSchema } from "./config-schema.ts";
export type { Config, ReportConfig, TestConfig, TestTarget } from "./config.ts";
export { readContractFile } from "./contract-file.ts";
export { configNames } from "./find-config.ts";
export { defaultConfig, loadConfig } from "./load-config.ts";
export type {
  ByFunction,
  ContractConfig,
  ObjectConfig,
  ScanConfig,
  Scenario,
} from "./scan-config.ts";
export { sourceFiles } from "./source-files.ts";
export type { ScanSettings } from "./scan-settings.ts";
export { namesFor, scanSettings } from "./scan-settings.ts";
export type { TargetSelector } from "./target-selector.ts";
export { parseTarget, selects } from "./target-selector.ts";
export { fileDefaults } from "./file-config.ts";
export { scanDefaults } from "./file-scan.ts";
export { agentDefaults, certificateDefaults, scoringDefaults } from "./agent-defaults.ts";
