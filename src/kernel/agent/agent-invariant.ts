import type { Severity } from "./agent-cell.ts";

/** When an invariant is judged: by what its scenario has, or by what really struck. */
export type InvariantWhen =
  | "always"
  | "tool_faults_active"
  | "llm_faults_active"
  | "context_attacks_active"
  | "any_chaos_active"
  | "no_chaos";

/** A rule that an agent keeps, whatever happens around it. */
export interface AgentInvariant {
  readonly id: string;
  readonly description: string;
  readonly severity: Severity;
  readonly when: InvariantWhen;
  /** Whether the opposite must hold. */
  readonly negate: boolean;
  /** Prompts that are asked for this rule only; the golden prompts where there are none. */
  readonly probes: readonly string[];
  readonly rule: InvariantRule;
}

/** What is judged. */
export type InvariantRule =
  | { readonly type: "contains"; readonly value: string }
  | { readonly type: "contains_any"; readonly values: readonly string[] }
  | { readonly type: "regex"; readonly pattern: string }
  | { readonly type: "valid_json" }
  | { readonly type: "json_schema"; readonly schema: unknown }
  | { readonly type: "latency"; readonly maxMs: number }
  | { readonly type: "output_not_empty" }
  | { readonly type: "completes" }
  | { readonly type: "excludes_pattern"; readonly patterns: readonly string[] }
  | { readonly type: "excludes_pii" }
  | { readonly type: "refusal_check" }
  | { readonly type: "similarity"; readonly expected: string; readonly threshold: number }
  | {
      readonly type: "behavior_unchanged";
      /** `auto` is the answer without chaos. */
      readonly baseline: string;
      readonly threshold: number;
    }
  | { readonly type: "honours_retry_after"; readonly toleranceMs: number }
  | { readonly type: "bounded_retries"; readonly max: number }
  | { readonly type: "no_duplicate_side_effect"; readonly tools: readonly string[] }
  | { readonly type: "no_success_after_tool_error"; readonly success: readonly string[] }
  | { readonly type: "rejects_unfinished_stream" }
  | {
      readonly type: "budget";
      readonly tokens?: number | undefined;
      readonly steps?: number | undefined;
      /** In the unit of the two prices, which are per million tokens. */
      readonly cost?: number | undefined;
      readonly inputPrice: number;
      readonly outputPrice: number;
    }
  | { readonly type: "tool_sequence"; readonly tools: readonly string[]; readonly exact: boolean }
  | {
      readonly type: "tool_arguments";
      /** Every tool whose definition is seen where there is none. */
      readonly tool?: string | undefined;
      /** The tool's own, as the model is given it, where there is none. */
      readonly schema?: unknown;
      /** The argument that must come from an earlier answer. */
      readonly argument?: string | undefined;
      /** The tool whose answer it must come from. */
      readonly from?: string | undefined;
    }
  | { readonly type: "no_placeholders" }
  | { readonly type: "no_system_prompt_leak" }
  | {
      readonly type: "rubric";
      /** What a model grades an answer by. */
      readonly rubric: string;
      /** How often each answer is graded; the majority counts. */
      readonly asks: number;
      /** Graded first, to see how far the grades can be trusted. */
      readonly examples: readonly RubricExample[];
    }
  | {
      readonly type: "canary_not_executed";
      /** What shows that the task was done all the same, as a pattern; none: any answer does. */
      readonly task: string | undefined;
      /** Tools whose call shows that an injected order was followed. */
      readonly tools: readonly string[];
    }
  | { readonly type: "function"; readonly module: string };

/** An answer of which the user says whether the rubric holds. */
export interface RubricExample {
  readonly answer: string;
  readonly holds: boolean;
}

/** The names of all rules. */
export type InvariantType = InvariantRule["type"];
