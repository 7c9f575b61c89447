import type { z } from "zod";
import type { InvariantType } from "../../kernel/agent/agent-invariant.ts";
import { readPattern } from "../../kernel/patterns/read-pattern.ts";
import { schemaProblem } from "../../kernel/json-schema/schema-problem.ts";
import { textOf } from "./agent-fault-shapes.ts";
import { type Checked, misplaced, missing, repeated, wrong } from "./agent-issues.ts";
import type { FileInvariant } from "../file-config.ts";
import type { PathRules, ShapeOf, Zod } from "../schema-values.ts";
import { flagOf, judge, listOf, nameOf, numberOf, pathOf, wholeOf } from "../schema-values.ts";

/** A list of rules. */
export function invariantsOf(
  zod: Zod,
  rules: PathRules,
): z.ZodDefault<z.ZodArray<z.ZodType<FileInvariant>>> {
  const entry = zod.strictObject(invariantShape(zod, rules), "must be a table").check(ruleCheck);
  return listOf(zod, entry, "tables").check(repeated("id")).default([]);
}

/** The keys of one rule. */
export function invariantShape(zod: Zod, rules: PathRules): ShapeOf<FileInvariant> {
  return {
    id: nameOf(zod, "must be a text")
      .optional()
      .describe("What reports call it.")
      .meta({ examples: ["answers"] }),
    type: zod
      .enum(typeNames, `must be one of ${typeNames.join(", ")}`)
      .describe("What is judged.")
      .meta({ examples: ["output_not_empty"] }),
    description: zod
      .string("must be a text")
      .max(1000, "must be at most 1000 characters long")
      .default("")
      .describe("Why it matters; for readers of the report."),
    severity: zod
      .enum(["critical", "high", "medium", "low"], 'must be "critical", "high", "medium" or "low"')
      .default("medium")
      .describe("How bad it is when it does not hold; one critical fails the whole."),
    when: zod
      .enum(whens, `must be one of ${whens.join(", ")}`)
      .default("always")
      .describe("Whether it is judged always, or only with certain faults."),
    negate: flagOf(zod).default(false).describe("The opposite must hold."),
    probes: textsOf(zod).default([]).describe("Prompts that are asked for this rule only."),
    ...answerKeys(zod),
    ...behaviourKeys(zod, rules),
    ...rubricKeys(zod),
  };
}

/** The keys that a type of rule needs, with what they must be, and those that it may have. */
export interface RuleKeys {
  readonly needed?: Readonly<Record<string, string>>;
  readonly allowed?: readonly string[];
}

/** What each rule reads besides the keys that all have. */
export const ruleKeys: Readonly<Record<InvariantType, RuleKeys>> = {
  contains: { needed: { value: "must be a text" } },
  contains_any: { needed: { values: "must be a list of texts" } },
  regex: { needed: { pattern: "must be a regular expression" } },
  valid_json: {},
  json_schema: { needed: { schema: "must be a JSON Schema" } },
  latency: { needed: { max_ms: "must be a whole number of milliseconds" } },
  output_not_empty: {},
  completes: {},
  excludes_pattern: { needed: { patterns: "must be a list of regular expressions" } },
  excludes_pii: {},
  refusal_check: {},
  similarity: { needed: { expected: "must be a text" }, allowed: ["threshold"] },
  behavior_unchanged: { allowed: ["baseline", "similarity_threshold"] },
  honours_retry_after: { allowed: ["tolerance_ms"] },
  bounded_retries: { needed: { max: "must be a whole number" } },
  no_duplicate_side_effect: { allowed: ["tools"] },
  no_success_after_tool_error: { allowed: ["success"] },
  rejects_unfinished_stream: {},
  budget: { allowed: ["tokens", "steps", "cost", "input_price", "output_price"] },
  tool_sequence: { needed: { tools: "must be a list of names of tools" }, allowed: ["exact"] },
  tool_arguments: { allowed: ["tool", "schema", "argument", "from"] },
  no_placeholders: {},
  no_system_prompt_leak: {},
  rubric: {
    needed: { rubric: "must be a text" },
    allowed: ["asks", "good_answers", "bad_answers"],
  },
  canary_not_executed: { allowed: ["task", "tools"] },
  function: { needed: { module: "must be `file#export`" } },
};

// --- inside ---

const whens = [
  "always",
  "tool_faults_active",
  "llm_faults_active",
  "context_attacks_active",
  "any_chaos_active",
  "no_chaos",
] as const;

function answerKeys(zod: Zod) {
  const share = (description: string) =>
    numberOf(zod, { min: 0, max: 1 }).optional().describe(description);
  const pattern = patternOf(zod);
  return {
    value: textOf(zod, "must be a text").optional().describe("What `contains` looks for."),
    values: textsOf(zod).optional().describe("One of which `contains_any` looks for."),
    pattern: pattern.optional().describe("What `regex` looks for; `.` matches line ends too."),
    patterns: listOf(zod, pattern, "patterns")
      .optional()
      .describe("What `excludes_pattern` must not find."),
    max_ms: wholeOf(zod, { min: 1, max: 3_600_000 }).optional().describe("The most of `latency`."),
    threshold: share("How near `similarity` asks for; 0.8 where it is left out."),
    similarity_threshold: share("How near `behavior_unchanged` asks for; 0.75 where left out."),
    baseline: textOf(zod, "must be `auto` or a text")
      .optional()
      .describe("What `behavior_unchanged` compares with; `auto` is the answer without chaos."),
    expected: textOf(zod, "must be a text").optional().describe("What `similarity` compares with."),
    schema: zod
      .record(zod.string(), zod.unknown(), "must be a table: a JSON Schema")
      .check(schemaCheck)
      .optional()
      .describe("The JSON Schema of `json_schema` and `tool_arguments`."),
  };
}

function behaviourKeys(zod: Zod, rules: PathRules) {
  const amount = (max: number, description: string) =>
    numberOf(zod, { min: 0, max }).optional().describe(description);
  const count = (description: string) =>
    wholeOf(zod, { min: 0, max: 1_000_000_000 }).optional().describe(description);
  const name = nameOf(zod, "must be the name of a tool,");
  return {
    tools: listOf(zod, name, "names of tools").optional().describe("The tools it is about."),
    tool: name.optional().describe("The tool that `tool_arguments` is about; all where left out."),
    argument: name
      .optional()
      .describe("The argument of `tool` that must come from an answer; `a.b` is a key within."),
    from: name.optional().describe("The tool whose answer must have had the value before."),
    success: textsOf(zod)
      .optional()
      .describe("Words that claim success; built-in ones where it is left out."),
    tolerance_ms: amount(60_000, "How much too early `honours_retry_after` lets pass; 50."),
    max: count("The most of `bounded_retries`."),
    tokens: count("The most tokens of `budget`."),
    steps: count("The most questions to a model of `budget`."),
    cost: amount(1_000_000, "The most that `budget` lets it cost."),
    input_price: amount(1_000_000, "The price of a million tokens that the model reads."),
    output_price: amount(1_000_000, "The price of a million tokens that the model writes."),
    exact: flagOf(zod).optional().describe("`tool_sequence` allows no other tool between."),
    task: patternOf(zod)
      .optional()
      .describe("What shows that the task was done, for `canary_not_executed`."),
    module: pathOf(zod, "must be `file#export`,")
      .check(judge(rules.place))
      .optional()
      .describe("The function of `function`; it is given the conversation."),
  };
}

function rubricKeys(zod: Zod) {
  return {
    rubric: textOf(zod, "must be a text")
      .optional()
      .describe("What the model of `[agent.model]` grades an answer by."),
    asks: wholeOf(zod, { min: 1, max: 9 })
      .optional()
      .describe("How often `rubric` has an answer graded; the majority counts; 1."),
    good_answers: textsOf(zod)
      .optional()
      .describe("Answers for which the `rubric` holds, to see how far the model agrees."),
    bad_answers: textsOf(zod)
      .optional()
      .describe("Answers for which the `rubric` does not hold, for the same."),
  };
}

function textsOf(zod: Zod) {
  return listOf(zod, textOf(zod, "must be a text"), "texts");
}

function patternOf(zod: Zod) {
  return textOf(zod, "must be a regular expression").check(judge(patternProblem));
}

function patternProblem(pattern: string): string | undefined {
  try {
    readPattern(pattern);
    return undefined;
  } catch (error) {
    const because = error instanceof Error ? error.message.replace(/^.*: /su, "") : String(error);
    return `must be a regular expression of JavaScript (${because.toLowerCase()})`;
  }
}

function schemaCheck(checked: Checked<Readonly<Record<string, unknown>>>): void {
  const problem = schemaProblem(checked.value);
  if (problem !== undefined) wrong(checked, problem.path, problem.must);
}

const typeNames = Object.keys(ruleKeys) as [InvariantType, ...InvariantType[]];

const commonKeys = ["id", "type", "description", "severity", "when", "negate", "probes"];

function ruleCheck(checked: Checked<FileInvariant>): void {
  const { type } = checked.value;
  const { needed = {}, allowed = [] } = ruleKeys[type];
  for (const [key, must] of Object.entries(needed))
    missing(checked, key, `${must} for \`${type}\``);
  const known = new Set([...commonKeys, ...Object.keys(needed), ...allowed]);
  for (const key of Object.keys(checked.value)) {
    if (!known.has(key)) misplaced(checked, key, `must be left out: \`${type}\` does not read it`);
  }
  for (const key of ["values", "patterns"] as const) {
    if (checked.value[key]?.length === 0) wrong(checked, [key], "must have at least one entry");
  }
  if (type === "budget") budgetCheck(checked);
  if (type === "tool_arguments") argumentsCheck(checked);
}

/** A value that is carried over has a tool that it comes from, and one that it goes to. */
function argumentsCheck(checked: Checked<FileInvariant>): void {
  const { tool, schema, argument, from } = checked.value;
  if (schema !== undefined && tool === undefined) {
    missing(checked, "tool", "must be the name of the tool that the `schema` is of");
  }
  if (argument === undefined && from === undefined) return;
  missing(checked, "tool", "must be the name of the tool that has the `argument`");
  missing(checked, "argument", "must be the argument that comes `from` a tool");
  missing(checked, "from", "must be the tool that the `argument` comes from");
}

function budgetCheck(checked: Checked<FileInvariant>): void {
  const { tokens, steps, cost } = checked.value;
  if (tokens === undefined && steps === undefined && cost === undefined) {
    wrong(checked, [], "must have `tokens`, `steps` or `cost` for `budget`");
  }
  if (cost === undefined) return;
  missing(checked, "input_price", "must be the price of a million tokens");
  missing(checked, "output_price", "must be the price of a million tokens");
}
