// What a conversation with an agent is: faults and when they strike, the journal of what happened,
// cells, scores and the report. Plain data and pure rules; knows no wire, no process and no clock.
// Start reading at fault-plan.ts, which decides every strike, and agent-event.ts.
export type { AgentCell, AgentPhase, CellState, Conversation, Severity } from "./agent-cell.ts";
export {
  type CertificateGate,
  type CertificatePredicate,
  type CertificateStatement,
  certificateType,
  type CertificateSubject,
  type CertifiedInvariant,
  type CertifiedStrikes,
  cellStates,
  countStates,
  type StateCounts,
  statementType,
} from "./agent-certificate.ts";
export type { AgentEvent, AskedTool, ModelProtocol, TokenUsage, ToolWire } from "./agent-event.ts";
export {
  type AgentFault,
  type ContextAttack,
  faultMode,
  faultName,
  type LlmFault,
  type ToolFault,
} from "./agent-fault.ts";
export type { AgentAnswer, AgentError, AgentInput, RequestChange } from "./agent-input.ts";
export type {
  AgentInvariant,
  InvariantRule,
  InvariantType,
  InvariantWhen,
} from "./agent-invariant.ts";
export { AgentJournal, eventTextMax, type NewEvent } from "./agent-journal.ts";
export {
  type AgentReport,
  type AgentScores,
  type PhaseScore,
  type ScenarioDelta,
  scoreNames,
} from "./agent-report.ts";
export { canaryFor } from "./canary.ts";
export {
  contextAttackTypes,
  driftTypes,
  llmFaultModes,
  type LlmFaultMode,
  retryAfterForms,
  toolFaultModes,
  type ToolFaultMode,
} from "./fault-modes.ts";
export { type CallPlace, FaultPlan, fraction, isLike, type Strike } from "./fault-plan.ts";
export { doesStrike, type FaultTrigger, triggerPresets } from "./fault-trigger.ts";
export {
  filledInjection,
  injectionCorpusVersion,
  type InjectionTemplate,
  injectionTemplates,
} from "./injection-corpus.ts";
export { type MutationMeaning, type MutationType, mutationWeights } from "./mutation.ts";
export { maskedText, SecretMask } from "./secret-mask.ts";
