// `gauntlet/sdk`: the command line as typed functions, its output as a stream, and scenarios
// written in TypeScript. Verbs run in a process of their own, so what they do to a process stays
// there. Loading this loads little: what is heavy is imported when it is called for.
// Start reading at gauntlet.ts; verb-table.ts says which verbs and flags there are, stream.ts how a
export type {
  AgentContractDocument,
  AgentExportDocument,
  AgentFetchedDocument,
  AgentImportDocument,
  AgentScoreDocument,
  AgentVerifiedDocument,
  ArtifactsDiffDocument,
  ArtifactsListDocument,
  ArtifactsWrittenDocument,
  CorpusAddedDocument,
  CorpusExportDocument,
  CorpusListDocument,
  CorpusMinimizeDocument,
  Documents,
  EnvDocument,
  ErrorDocument,
  InitResultDocument,
  ReportFlakyDocument,
  ReportQueryDocument,
  SchemaDocument,
  TraceDiffDocument,
  TraceShowDocument,
  TraceVerifyDocument,
  VerifyResultDocument,
} from "./documents.ts";
export type { FlagValues } from "./flag-values.ts";
export { gauntlet } from "./gauntlet.ts";
export { scenario } from "./scenario-builder.ts";
export type {
  Body,
  ScenarioBuilder,
  StepBuilder,
  StepMethods,
  WriteOptions,
} from "./step-methods.ts";
export { GauntletBugError, GauntletUsageError, SpawnError } from "./sdk-errors.ts";
export { stream } from "./stream.ts";
export type { OutputStream, StreamChunk, StreamEnd, StreamOptions } from "./stream-item.ts";
export type { Gauntlet, GauntletOptions, VerbResult } from "./verb-call.ts";
export type { FindingDocument } from "../../report/finding-document.ts";
export type { ResultDocument } from "../../report/json.ts";
export type { ValidateDocument } from "../../report/validate-text.ts";
export type { Seed } from "../../kernel/decisions/seed.ts";
export type { Scenario, Step, StepFields, StepType } from "../../subject/scenarios/step.ts";
