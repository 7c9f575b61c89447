// What a conversation with an agent is: faults and when they strike, the journal of what happened,
// cells, scores and the report. Plain data and pure rules; knows no wire, no process and no clock.
// Start reading at fault-plan.ts, which decides every strike, and agent-event.ts.
export type { AgentCell, AgentPhase, Conversation } from "./agent-cell.ts";
export {
  type AgentFault,
  type ContextAttack,
  faultName,
  givesOrder,
  type LlmFault,
  type ToolFault,
} from "./agent-fault.ts";
export type { AgentAnswer, AgentInput, RequestChange } from "./agent-input.ts";
export type { AgentInvariant } from "./agent-invariant.ts";
export type { AgentReport, PhaseScore } from "./agent-report.ts";
export { canaryFor } from "./canary.ts";
export {
  contextAttackTypes,
  driftTypes,
  llmFaultModes,
  retryAfterForms,
  toolFaultModes,
} from "./fault-modes.ts";
export { FaultPlan, type Strike } from "./fault-plan.ts";
export { triggerPresets } from "./fault-trigger.ts";
export { filledInjection, injectionCorpusVersion, injectionTemplates } from "./injection-corpus.ts";
export {
  type MutationMeaning,
  type MutationType,
  mutationWeights,
  wireMutations,
} from "./mutation.ts";
export { SecretMask } from "../secrets/secret-mask.ts";
