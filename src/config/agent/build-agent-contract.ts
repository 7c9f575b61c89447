import { resolve } from "node:path";
import { assert } from "../../kernel/errors/assert.ts";
import type { AgentInvariant, InvariantRule } from "../../kernel/agent/agent-invariant.ts";
import type { AgentContract } from "./agent-config.ts";
import { buildFaults } from "./build-agent-faults.ts";
import type { FileContractBody } from "./agent-contract-shape.ts";
import type { FileInvariant } from "../file-config.ts";

/** Turns a contract into what it is judged by; paths are relative to the folder. */
export function buildAgentContract(file: FileContractBody, directory: string): AgentContract {
  return {
    name: file.name,
    description: file.description,
    invariants: buildInvariants(file.invariants, directory),
    scenarios: file.chaos_matrix.map((row) => ({
      name: row.name,
      faults: buildFaults(row),
      prompts: row.prompts,
    })),
  };
}

/** Turns rules into what is judged; one without an id is called by its type. */
export function buildInvariants(
  files: readonly FileInvariant[],
  directory: string,
): readonly AgentInvariant[] {
  const taken = new Set(files.flatMap(({ id }) => (id === undefined ? [] : [id])));
  return files.map((file) => ({
    id: file.id ?? freeName(file.type, taken),
    description: file.description,
    severity: file.severity,
    when: file.when,
    negate: file.negate,
    probes: file.probes,
    rule: ruleOf(file, directory),
  }));
}

// --- inside ---

function freeName(type: string, taken: Set<string>): string {
  let name = type;
  for (let count = 2; taken.has(name); count += 1) name = `${type}-${count}`;
  taken.add(name);
  return name;
}

function ruleOf(file: FileInvariant, directory: string): InvariantRule {
  const { type } = file;
  switch (type) {
    case "contains":
      return { type, value: given(file.value) };
    case "contains_any":
      return { type, values: given(file.values) };
    case "regex":
      return { type, pattern: given(file.pattern) };
    case "json_schema":
      return { type, schema: given(file.schema) };
    case "latency":
      return { type, maxMs: given(file.max_ms) };
    case "excludes_pattern":
      return { type, patterns: given(file.patterns) };
    case "similarity":
      return { type, expected: given(file.expected), threshold: file.threshold ?? 0.8 };
    case "behavior_unchanged": {
      const threshold = file.similarity_threshold ?? 0.75;
      return { type, baseline: file.baseline ?? "auto", threshold };
    }
    case "valid_json":
    case "output_not_empty":
    case "completes":
    case "excludes_pii":
    case "refusal_check":
    case "rejects_unfinished_stream":
    case "no_placeholders":
    case "no_system_prompt_leak":
      return { type };
    default:
      return behaviourRule({ ...file, type }, directory);
  }
}

type BehaviourType =
  | "honours_retry_after"
  | "bounded_retries"
  | "no_duplicate_side_effect"
  | "no_success_after_tool_error"
  | "budget"
  | "tool_sequence"
  | "tool_arguments"
  | "canary_not_executed"
  | "rubric"
  | "function";

function behaviourRule(
  file: FileInvariant & { readonly type: BehaviourType },
  directory: string,
): InvariantRule {
  const { type } = file;
  switch (type) {
    case "honours_retry_after":
      return { type, toleranceMs: file.tolerance_ms ?? 50 };
    case "bounded_retries":
      return { type, max: given(file.max) };
    case "no_duplicate_side_effect":
      return { type, tools: file.tools ?? [] };
    case "no_success_after_tool_error":
      return { type, success: file.success ?? [] };
    case "budget":
      return {
        type,
        tokens: file.tokens,
        steps: file.steps,
        cost: file.cost,
        inputPrice: file.input_price ?? 0,
        outputPrice: file.output_price ?? 0,
      };
    case "tool_sequence":
      return { type, tools: given(file.tools), exact: file.exact ?? false };
    case "tool_arguments":
      return {
        type,
        tool: file.tool,
        schema: file.schema,
        argument: file.argument,
        from: file.from,
      };
    case "rubric":
      return { type, rubric: given(file.rubric), asks: file.asks ?? 1, examples: examplesOf(file) };
    case "canary_not_executed":
      return { type, task: file.task, tools: file.tools ?? [] };
    case "function":
      return { type, module: resolve(directory, given(file.module)) };
  }
}

function examplesOf({ good_answers: good = [], bad_answers: bad = [] }: FileInvariant) {
  return [
    ...good.map((answer) => ({ answer, holds: true })),
    ...bad.map((answer) => ({ answer, holds: false })),
  ];
}

function given<Value>(value: Value | undefined): Value {
  assert(value !== undefined, "the schema asks for what a rule needs");
  return value;
}
