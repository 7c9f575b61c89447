// Puts an AI agent through chaos, contracts, changed prompts and replays (run-agent.ts), scores it
// and certifies it. Conversations are held on a Stage (stage.ts): the agent with all its wires.
// Which ones are held is planned in plan-talks.ts, judged in judge/, made small in shrink/.
// Sees everything up to runner/, and no other engine.
export type { AgentRunOptions } from "./agent-options.ts";
export { configDigest } from "./certificate/config-digest.ts";
export { issueCertificate } from "./certificate/issue-certificate.ts";
export { refusalVerdict } from "./certificate/refusal.ts";
export { readPublicKey } from "./certificate/signing-key.ts";
export { verifyCertificate } from "./certificate/verify-certificate.ts";
export { cutNote, langsmithOptions } from "./import/fetch-sources.ts";
export { importFlakestorm } from "./import/flakestorm.ts";
export { importProject, importRun } from "./import/langsmith.ts";
export type { Chaos } from "./plan-talks.ts";
export { builtInProfiles } from "./profiles.ts";
export { readAgentReport } from "./read-agent-report.ts";
export { recordCommand } from "./record-command.ts";
export {
  replayConversation,
  shrinkConversation,
  type TracedOptions,
} from "./replay-conversation.ts";
export { runAgent } from "./run-agent.ts";
export { exportSessions } from "./sessions/export-sessions.ts";
export { storeSessions } from "./sessions/store-sessions.ts";
export { maskFor } from "./agent-secrets.ts";
