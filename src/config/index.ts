// The config of a project: one schema, three syntaxes, one loader for the command line and the
// library. It may see the kernel only. A key is in the shape of its section (`config-sections.ts`)
// when something reads it, and all else is written from there; what is planned is in
// `unbuilt-keys.ts` and refused by name. Parsers and zod are loaded on first use. What a scan asks
// of a config is in `scan-settings.ts`. Start reading at `read-config.ts`.
export type { AgentConfig, AgentContract } from "./agent/agent-config.ts";
export { configSchema } from "./config-schema.ts";
export type { Config, ReportConfig, TestConfig, TestTarget } from "./config.ts";
export { readContractFile } from "./agent/contract-file.ts";
export { configNames } from "./files/find-config.ts";
export { defaultConfig } from "./build-config.ts";
export { loadConfig } from "./load-config.ts";
export type {
  ByFunction,
  ContractConfig,
  ObjectConfig,
  ScanConfig,
  Scenario,
} from "./scan/scan-config.ts";
export { sourceFiles } from "./source-files.ts";
export type { ScanSettings } from "./scan/scan-settings.ts";
export { namesFor, scanSettings } from "./scan/scan-settings.ts";
export type { TargetSelector } from "./scan/target-selector.ts";
export { parseTarget, selects } from "./scan/target-selector.ts";
export { fileDefaults } from "./file-config.ts";
export { agentDefaults, scanDefaults } from "./file-config.ts";
export { certificateDefaults, scoringDefaults } from "./agent/agent-defaults.ts";
