// The config of a project: one schema, three syntaxes, one loader for the command line and the
// library. It may see the kernel only. A key is in `file-schema.ts` when something reads it; what
// is planned is in `unbuilt-keys.ts` and refused by name. Parsers and zod are loaded on first use.
// Start reading at `load-config.ts`.
export { configSchema } from "./config-schema.ts";
export type { Config, ReportConfig, TestConfig, TestTarget } from "./config.ts";
export { loadConfig } from "./load-config.ts";
