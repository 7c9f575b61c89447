import type { MutationType } from "../../kernel/agent/mutation.ts";
import type { FileCertificate, FileScoring, FileUpstream } from "./file-agent.ts";

/** What `[agent]` has where it says nothing. */
export const agentDefaults = {
  name: "agent",
  type: "http",
  method: "POST",
  protocol: "arguments",
  argument: "prompt",
  trials: 1,
  timeout: 30_000,
  answer_limit: 1_048_576,
  shrink_budget: 60,
} as const;

/** What `[agent.upstream]` has where it says nothing. */
export const upstreamDefaults: FileUpstream = {
  type: "provider",
  openai: "https://api.openai.com",
  anthropic: "https://api.anthropic.com",
};

/** The changed prompts that are made where `[agent.mutations]` names none. */
export const mutationTypesDefault: readonly MutationType[] = [
  "paraphrase",
  "noise",
  "tone_shift",
  "prompt_injection",
  "encoding_attacks",
  "context_manipulation",
  "length_extremes",
];

/** What `[agent.scoring]` has where it says nothing. */
export const scoringDefaults: FileScoring = {
  mutation: 0.2,
  chaos: 0.35,
  contract: 0.35,
  replay: 0.1,
  minimum: 0,
};

/** What `[agent.certificate]` has where it says nothing. */
export const certificateDefaults: FileCertificate = {
  tester_name: "",
  pass_threshold: 0.8,
  output_format: "all",
  output: ".gauntlet/certificate",
  key: ".gauntlet-keys/certificate-key.pem",
  expires_days: 90,
};
