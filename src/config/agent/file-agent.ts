import type {
  ContextAttackType,
  DriftType,
  LlmFaultMode,
  RetryAfterForm,
  ToolFaultMode,
} from "../../kernel/agent/fault-modes.ts";
import type { Severity } from "../../kernel/agent/agent-cell.ts";
import type { InvariantType, InvariantWhen } from "../../kernel/agent/agent-invariant.ts";
import type { MutationType } from "../../kernel/agent/mutation.ts";

/** The `[agent]` section as written. */
export interface FileAgent {
  readonly name: string;
  readonly type: "http" | "function" | "process" | "mcp";
  readonly endpoint?: string | undefined;
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly headers: FileTexts;
  readonly query_params: FileTexts;
  readonly request_template?: unknown;
  readonly response_path?: string | undefined;
  readonly parse_structured_input: boolean;
  readonly command?: readonly string[] | undefined;
  readonly protocol: "arguments" | "lines";
  readonly tool?: string | undefined;
  readonly argument: string;
  readonly env: FileTexts;
  readonly prompts: readonly string[];
  readonly seed?: string | number | undefined;
  readonly trials: number;
  readonly timeout: number;
  readonly answer_limit: number;
  readonly shrink_budget: number;
  readonly reset_endpoint?: string | undefined;
  readonly reset_function?: string | undefined;
  readonly port?: number | undefined;
  readonly secrets: readonly string[];
  readonly upstream: FileUpstream;
  readonly tools: readonly FileTool[];
  readonly mcp: readonly FileMcp[];
  readonly peers: readonly FilePeer[];
  readonly invariants: readonly FileInvariant[];
  readonly model?: FileModel | undefined;
  readonly mutations: FileMutations;
  readonly chaos?: FileChaos | undefined;
  readonly contract?: FileAgentContract | undefined;
  readonly replays: FileReplays;
  readonly scoring: FileScoring;
  readonly certificate: FileCertificate;
}

/** A table of texts: headers, parameters, variables. */
export type FileTexts = Readonly<Record<string, string>>;

/** `[agent.upstream]` as written. */
export interface FileUpstream {
  readonly type: "provider" | "cassette" | "scripted";
  readonly openai: string;
  readonly anthropic: string;
  readonly file?: string | undefined;
  readonly match?: "strict" | "loose" | undefined;
}

/** One `[[agent.tools]]` entry as written. */
export interface FileTool {
  readonly name: string;
  readonly url: string;
  readonly env?: string | undefined;
  readonly match_url?: string | undefined;
  readonly command?: readonly string[] | undefined;
  readonly side_effect: boolean;
}

/** One `[[agent.mcp]]` entry as written. */
export interface FileMcp {
  readonly name: string;
  readonly command?: readonly string[] | undefined;
  readonly url?: string | undefined;
  readonly env?: string | undefined;
}

/** One `[[agent.peers]]` entry as written. */
export interface FilePeer {
  readonly name: string;
  readonly protocol: "http" | "a2a" | "mcp";
  readonly url: string;
  readonly env?: string | undefined;
  readonly command?: readonly string[] | undefined;
  readonly reset_endpoint?: string | undefined;
  readonly reset_function?: string | undefined;
}

/** One rule as written, in `[[agent.invariants]]` or in a contract. */
export interface FileInvariant {
  readonly id?: string | undefined;
  readonly type: InvariantType;
  readonly description: string;
  readonly severity: Severity;
  readonly when: InvariantWhen;
  readonly negate: boolean;
  readonly probes: readonly string[];
  readonly value?: string | undefined;
  readonly values?: readonly string[] | undefined;
  readonly pattern?: string | undefined;
  readonly patterns?: readonly string[] | undefined;
  readonly max_ms?: number | undefined;
  readonly threshold?: number | undefined;
  readonly similarity_threshold?: number | undefined;
  readonly baseline?: string | undefined;
  readonly expected?: string | undefined;
  readonly schema?: Readonly<Record<string, unknown>> | undefined;
  readonly tools?: readonly string[] | undefined;
  readonly tool?: string | undefined;
  readonly success?: readonly string[] | undefined;
  readonly tolerance_ms?: number | undefined;
  readonly max?: number | undefined;
  readonly tokens?: number | undefined;
  readonly steps?: number | undefined;
  readonly cost?: number | undefined;
  readonly input_price?: number | undefined;
  readonly output_price?: number | undefined;
  readonly exact?: boolean | undefined;
  readonly task?: string | undefined;
  readonly module?: string | undefined;
  readonly argument?: string | undefined;
  readonly from?: string | undefined;
  readonly rubric?: string | undefined;
  readonly asks?: number | undefined;
  readonly good_answers?: readonly string[] | undefined;
  readonly bad_answers?: readonly string[] | undefined;
}

/** When a fault strikes, as written. */
export interface FileTrigger {
  readonly id?: string | undefined;
  readonly agent?: string | undefined;
  readonly preset?: "transient" | "exhaust-retries" | "persistent" | undefined;
  readonly probability?: number | undefined;
  readonly after_calls?: number | undefined;
  readonly on?: number | readonly number[] | undefined;
  readonly every?: number | undefined;
  readonly burst?: number | undefined;
  readonly times?: number | undefined;
  readonly turn?: number | undefined;
}

/** One entry of `tool_faults` as written. */
export interface FileToolFault extends FileTrigger {
  readonly tool: string;
  readonly mode: ToolFaultMode;
  readonly match_url?: string | undefined;
  readonly delay_ms?: number | undefined;
  readonly error_code?: number | undefined;
  readonly message?: string | undefined;
  readonly retry_after?: number | undefined;
  readonly retry_after_form?: RetryAfterForm | undefined;
  readonly payload?: string | undefined;
  readonly bytes?: number | undefined;
}

/** One entry of `llm_faults` as written. */
export interface FileLlmFault extends FileTrigger {
  readonly mode: LlmFaultMode;
  readonly delay_ms?: number | undefined;
  readonly max_tokens?: number | undefined;
  readonly after_chunks?: number | undefined;
  readonly retry_after?: number | undefined;
  readonly retry_after_form?: RetryAfterForm | undefined;
  readonly message?: string | undefined;
  readonly drift_type?: DriftType | undefined;
  readonly severity?: "subtle" | "moderate" | "significant" | undefined;
  readonly direction?: "expand" | "compress" | undefined;
  readonly factor?: number | undefined;
}

/** One entry of `context_attacks` as written. */
export interface FileContextAttack extends FileTrigger {
  readonly type: ContextAttackType;
  readonly payload?: string | undefined;
  readonly payloads: readonly string[];
  readonly inject_tokens?: number | undefined;
  readonly strategy?: "prepend" | "append" | "replace" | undefined;
  readonly tool?: string | undefined;
}

/** The three lists of faults, wherever they stand. */
export interface FileFaults {
  readonly tool_faults: readonly FileToolFault[];
  readonly llm_faults: readonly FileLlmFault[];
  readonly context_attacks: readonly FileContextAttack[];
}

/** `[agent.chaos]` as written. */
export interface FileChaos extends FileFaults {
  readonly profile?: string | undefined;
  readonly profiles: Readonly<Record<string, FileFaults>>;
}

/** One row of `chaos_matrix` as written. */
export interface FileAgentScenario extends FileFaults {
  readonly name: string;
  readonly prompts?: readonly string[] | undefined;
}

/** A contract as written, in a file of its own. */
export interface FileContractBody {
  readonly name: string;
  readonly description: string;
  readonly invariants: readonly FileInvariant[];
  readonly chaos_matrix: readonly FileAgentScenario[];
}

/** `[agent.contract]` as written: a contract, or the file that has it. */
export interface FileAgentContract extends Omit<FileContractBody, "name"> {
  readonly name?: string | undefined;
  readonly file?: string | undefined;
}

/** `[agent.model]` as written. */
export interface FileModel {
  readonly name: string;
  readonly base_url: string;
  readonly api_key?: string | undefined;
  readonly temperature: number;
  readonly cache: string;
}

/** `[agent.mutations]` as written. */
export interface FileMutations {
  readonly count: number;
  readonly types: readonly MutationType[];
  readonly weights: Readonly<Partial<Record<MutationType, number>>>;
  readonly custom_templates: FileTexts;
  readonly custom?: string | undefined;
  readonly lockfile?: string | undefined;
}

/** `[agent.replays]` as written. */
export interface FileReplays {
  readonly sessions: readonly Readonly<Record<string, unknown>>[];
  readonly sources: readonly FileReplaySource[];
}

/** One `[[agent.replays.sources]]` entry as written. */
export interface FileReplaySource {
  readonly type: "langsmith" | "langsmith_run";
  readonly project?: string | undefined;
  readonly run_id?: string | undefined;
  readonly filter?: FileReplayFilter | undefined;
  readonly auto_import: boolean;
}

/** Which runs of a project are fetched. */
export interface FileReplayFilter {
  readonly status: "error" | "warning" | "all";
  readonly date_range?: string | undefined;
  readonly min_latency_ms?: number | undefined;
}

/** `[agent.scoring]` as written. */
export interface FileScoring {
  readonly mutation: number;
  readonly chaos: number;
  readonly contract: number;
  readonly replay: number;
  readonly minimum: number;
}

/** `[agent.certificate]` as written. */
export interface FileCertificate {
  readonly tester_name: string;
  readonly pass_threshold: number;
  readonly output_format: "json" | "html" | "pdf" | "all";
  readonly output: string;
  readonly key: string;
  readonly expires_days: number;
}
