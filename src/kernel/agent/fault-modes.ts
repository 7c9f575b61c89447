/** What can go wrong with the answer of a tool. */
export const toolFaultModes = [
  "timeout",
  "error",
  "malformed",
  "slow",
  "malicious_response",
  "empty",
  "stale",
  "wrong_entity",
  "oversize",
  "wrong_values",
  "list_drift",
  "poisoned_description",
] as const;

/** What can go wrong with the answer of a model. */
export const llmFaultModes = [
  "timeout",
  "truncated_response",
  "rate_limit",
  "empty",
  "garbage",
  "overloaded",
  "server_error",
  "connection_reset",
  "html_answer",
  "cut_body",
  "no_choices",
  "stream_cut",
  "stream_reset",
  "stream_hang",
  "stream_error",
  "slow_first_token",
  "slow_tokens",
  "malformed_sse",
  "context_length",
  "bad_tool_arguments",
  "response_drift",
] as const;

/** What can be slipped into what an agent reads. */
export const contextAttackTypes = [
  "indirect_injection",
  "memory_poisoning",
  "overflow",
  "conflicting_context",
  "injection_via_context",
  "system_prompt_leak_probe",
] as const;

/** How an answer drifts when the model behind it is another one. */
export const driftTypes = [
  "json_field_rename",
  "verbosity_shift",
  "format_change",
  "refusal_rephrase",
  "tone_shift",
] as const;

/** How `Retry-After` is written: seconds, a date, milliseconds, or not at all. */
export const retryAfterForms = ["seconds", "date", "ms", "none"] as const;

export type ToolFaultMode = (typeof toolFaultModes)[number];
export type LlmFaultMode = (typeof llmFaultModes)[number];
export type ContextAttackType = (typeof contextAttackTypes)[number];
export type DriftType = (typeof driftTypes)[number];
export type RetryAfterForm = (typeof retryAfterForms)[number];

/** The profiles that need no words of the user: each is a list of faults. */
export const profileNames = [
  "api_outage",
  "degraded_llm",
  "hostile_tools",
  "high_latency",
  "cascading_failure",
  "indirect_injection",
  "model_version_drift",
] as const;
