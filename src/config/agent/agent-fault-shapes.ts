import type { z } from "zod";
import {
  contextAttackTypes,
  driftTypes,
  llmFaultModes,
  retryAfterForms,
  toolFaultModes,
} from "../../kernel/agent/fault-modes.ts";
import { type Checked, misplaced, missing, repeated, wrong } from "./agent-issues.ts";
import type { FileContextAttack, FileFaults, FileLlmFault, FileToolFault } from "../file-config.ts";
import type { ShapeOf, Zod } from "../schema-values.ts";
import { listOf, nameOf, numberOf, wholeOf } from "../schema-values.ts";

/** The keys that every fault has. */
export type FileTrigger = Pick<
  FileToolFault,
  keyof FileToolFault & keyof FileLlmFault & keyof FileContextAttack
>;

/** The keys `tool_faults`, `llm_faults` and `context_attacks`, wherever faults are listed. */
export function faultsShape(zod: Zod): ShapeOf<FileFaults> {
  const shapes = faultShapes(zod);
  const list = <Entry extends object>(entry: z.ZodType<Entry>, description: string) =>
    listOf(zod, entry, "tables").check(repeated("id")).default([]).describe(description);
  return {
    tool_faults: list(
      zod.strictObject(shapes.tool_faults, "must be a table").check(toolCheck),
      "What goes wrong with tools.",
    ),
    llm_faults: list(
      zod.strictObject(shapes.llm_faults, "must be a table").check(llmCheck),
      "What goes wrong with models.",
    ),
    context_attacks: list(
      zod.strictObject(shapes.context_attacks, "must be a table").check(contextCheck),
      "What is slipped into what the agent reads.",
    ),
  };
}

/** No two faults that stand together may have one id, or one of them would count for both. */
export function faultIdsCheck(checked: Checked<FileFaults>): void {
  const seen = new Map<string, string>();
  for (const key of ["tool_faults", "llm_faults", "context_attacks"] as const) {
    for (const [index, { id }] of checked.value[key].entries()) {
      if (id === undefined) continue;
      const first = seen.get(id);
      seen.set(id, first ?? key);
      if (first === undefined || first === key) continue; // twice in one list is told there
      wrong(checked, [key, index, "id"], `must differ from that of an entry of \`${first}\``);
    }
  }
}

/** The keys of one entry of each of the three lists. */
export function faultShapes(zod: Zod): {
  readonly tool_faults: ShapeOf<FileToolFault>;
  readonly llm_faults: ShapeOf<FileLlmFault>;
  readonly context_attacks: ShapeOf<FileContextAttack>;
} {
  return {
    tool_faults: toolFaultShape(zod),
    llm_faults: llmFaultShape(zod),
    context_attacks: contextAttackShape(zod),
  };
}

/** A text of the user that may be long: a prompt, a message, a payload. */
export function textOf(zod: Zod, must: string): z.ZodString {
  const sized = `${must} 1 to 65536 characters long`;
  return zod.string(sized).min(1, sized).max(65_536, sized);
}

// --- inside ---

function toolFaultShape(zod: Zod): ShapeOf<FileToolFault> {
  return {
    tool: nameOf(zod, "must be the name of a tool or `*`,")
      .describe("The tool, or `*` for every tool and agent that is asked.")
      .meta({ examples: ["get_order"] }),
    mode: zod
      .enum(toolFaultModes, `must be one of ${toolFaultModes.join(", ")}`)
      .describe("What goes wrong.")
      .meta({ examples: ["error"] }),
    match_url: nameOf(zod, "must be an address with `*` for anything,")
      .optional()
      .describe("Only tools at such an address; `*` matches anything."),
    delay_ms: delayOf(zod).describe("How long `timeout` and `slow` take."),
    error_code: errorCodeOf(zod)
      .optional()
      .describe("The status of `error`; 503 where it is left out. Below 0 a code of JSON-RPC.")
      .meta({ examples: [503] }),
    message: textOf(zod, "must be a text").optional().describe("What the error says."),
    ...retryAfterShape(zod),
    payload: textOf(zod, "must be a text")
      .optional()
      .describe("What `malicious_response` and `poisoned_description` say."),
    bytes: wholeOf(zod, { min: 1, max: 64 * 1024 * 1024 })
      .optional()
      .describe("How large `oversize` is; 1 MiB where it is left out."),
    ...triggerShape(zod),
  };
}

function llmFaultShape(zod: Zod): ShapeOf<FileLlmFault> {
  return {
    mode: zod
      .enum(llmFaultModes, `must be one of ${llmFaultModes.join(", ")}`)
      .describe("What goes wrong.")
      .meta({ examples: ["rate_limit"] }),
    delay_ms: delayOf(zod).describe("How long it takes, where the fault is about time."),
    max_tokens: wholeOf(zod, { min: 0, max: 100_000 })
      .optional()
      .describe("How many words `truncated_response` leaves; 10 where it is left out."),
    after_chunks: wholeOf(zod, { min: 0, max: 100_000 })
      .optional()
      .describe("After how many pieces of a stream it strikes; 1 where it is left out."),
    ...retryAfterShape(zod),
    message: textOf(zod, "must be a text").optional().describe("What the error says."),
    drift_type: zod
      .enum(driftTypes, `must be one of ${driftTypes.join(", ")}`)
      .optional()
      .describe("How the answer of `response_drift` differs."),
    severity: zod
      .enum(["subtle", "moderate", "significant"], 'must be "subtle", "moderate" or "significant"')
      .optional()
      .describe("How much it differs."),
    direction: zod
      .enum(["expand", "compress"], 'must be "expand" or "compress"')
      .optional()
      .describe("Whether `verbosity_shift` makes it longer or shorter."),
    factor: numberOf(zod, { min: 0.01, max: 100 })
      .optional()
      .describe("By how much `verbosity_shift` does so."),
    ...triggerShape(zod),
  };
}

function retryAfterShape(
  zod: Zod,
): ShapeOf<Pick<FileLlmFault, "retry_after" | "retry_after_form">> {
  return {
    retry_after: numberOf(zod, { min: 0, max: 86_400 })
      .optional()
      .describe("Seconds that the agent is told to wait.")
      .meta({ examples: [1] }),
    retry_after_form: zod
      .enum(retryAfterForms, `must be one of ${retryAfterForms.join(", ")}`)
      .optional()
      .describe("How that is written: seconds, a date, milliseconds, or not at all."),
  };
}

function contextAttackShape(zod: Zod): ShapeOf<FileContextAttack> {
  return {
    type: zod
      .enum(contextAttackTypes, `must be one of ${contextAttackTypes.join(", ")}`)
      .describe("What is slipped in.")
      .meta({ examples: ["indirect_injection"] }),
    payload: textOf(zod, "must be a text").optional().describe("What it says; as `payloads`."),
    payloads: listOf(zod, textOf(zod, "must be a text"), "texts")
      .default([])
      .describe("One of these is drawn; built-in ones where there are none."),
    inject_tokens: wholeOf(zod, { min: 1, max: 1_000_000 })
      .optional()
      .describe("How many tokens `overflow` adds; 4000 where it is left out."),
    strategy: zod
      .enum(["prepend", "append", "replace"], 'must be "prepend", "append" or "replace"')
      .optional()
      .describe("Where `memory_poisoning` puts it."),
    tool: nameOf(zod, "must be the name of a tool,")
      .optional()
      .describe("Only in the result of this tool."),
    ...triggerShape(zod),
  };
}

function triggerShape(zod: Zod): ShapeOf<FileTrigger> {
  const call = wholeOf(zod, { min: 1, max: 1_000_000 });
  const count = (description: string) => call.optional().describe(description);
  const onMust = "must be the number of a call, from 1, or a list of such";
  return {
    id: nameOf(zod, "must be a text").optional().describe("What reports call it."),
    agent: nameOf(zod, "must be the name of an agent,")
      .optional()
      .describe("Only for the calls of this agent."),
    preset: zod
      .enum(["transient", "exhaust-retries", "persistent"], presetMust)
      .optional()
      .describe("Strikes once, as often as clients retry, or always.")
      .meta({ examples: ["transient"] }),
    probability: numberOf(zod, { min: 0, max: 1 })
      .optional()
      .describe("How likely it strikes a call."),
    after_calls: wholeOf(zod, { min: 0, max: 1_000_000 })
      .optional()
      .describe("So many calls are let through first."),
    on: zod
      .union([call, listOf(zod, call, "numbers of calls")], onMust)
      .optional()
      .describe("Strikes only these calls; the first one is 1."),
    every: count("Strikes every so many-th call."),
    burst: count("Once it strikes, it strikes so many calls in a row."),
    times: count("Strikes so often at most."),
    turn: count("Strikes only in this turn of the conversation."),
  };
}

const presetMust = 'must be "transient", "exhaust-retries" or "persistent"';

function errorCodeOf(zod: Zod) {
  const must = "must be a status from 400 to 599, or a code of JSON-RPC from -32768 to -1";
  const status = zod.int(must).gte(400, must).lte(599, must);
  const code = zod.int(must).gte(-32_768, must).lte(-1, must);
  return zod.union([status, code], must);
}

function delayOf(zod: Zod) {
  return wholeOf(zod, { min: 0, max: 600_000 }).optional();
}

/** Keys that only these modes read; elsewhere they would silently do nothing. */
const toolKeys: Readonly<Record<string, RegExp>> = {
  delay_ms: /^(?:timeout|slow)$/u,
  error_code: /^error$/u,
  message: /^error$/u,
  retry_after: /^error$/u,
  retry_after_form: /^error$/u,
  payload: /^(?:malicious_response|poisoned_description)$/u,
  bytes: /^oversize$/u,
};

const llmKeys: Readonly<Record<string, RegExp>> = {
  delay_ms: /^(?:timeout|slow_|stream_hang)/u,
  max_tokens: /^truncated_response$/u,
  after_chunks: /^(?:stream_|malformed_sse)/u,
  retry_after: /^(?:rate_limit|overloaded|server_error)$/u,
  retry_after_form: /^(?:rate_limit|overloaded|server_error)$/u,
  message:
    /^(?:rate_limit|overloaded|server_error|context_length|garbage|html_answer|stream_error)$/u,
  drift_type: /^response_drift$/u,
  severity: /^response_drift$/u,
  direction: /^response_drift$/u,
  factor: /^response_drift$/u,
};

const driftKeys: Readonly<Record<string, RegExp>> = {
  direction: /^(?:verbosity_shift)?$/u,
  factor: /^(?:verbosity_shift)?$/u,
};

const contextKeys: Readonly<Record<string, RegExp>> = {
  inject_tokens: /^overflow$/u,
  payload: /^(?!overflow$)/u,
  tool: /^(?!memory_poisoning$)/u,
  strategy: /^memory_poisoning$/u,
};

function toolCheck(checked: Checked<FileToolFault>): void {
  onlyFor(checked, checked.value.mode, toolKeys);
  presetCheck(checked);
}

function llmCheck(checked: Checked<FileLlmFault>): void {
  const { mode } = checked.value;
  onlyFor(checked, mode, llmKeys);
  if (mode === "response_drift") {
    missing(checked, "drift_type", `must be one of ${driftTypes.join(", ")}`);
    onlyFor(checked, checked.value.drift_type ?? "", driftKeys);
  }
  presetCheck(checked);
}

function contextCheck(checked: Checked<FileContextAttack>): void {
  const { type, payloads } = checked.value;
  onlyFor(checked, type, contextKeys);
  if (type === "overflow" && payloads.length > 0) {
    wrong(checked, ["payloads"], "must be left out: `overflow` does not read it");
  }
  presetCheck(checked);
}

function presetCheck(checked: Checked<FileTrigger>): void {
  if (checked.value.preset === undefined) return;
  misplaced(checked, "times", "must not stand beside `preset`, which says how often");
}

function onlyFor(
  checked: Checked<object>,
  mode: string,
  keys: Readonly<Record<string, RegExp>>,
): void {
  for (const [key, modes] of Object.entries(keys)) {
    if (!modes.test(mode))
      misplaced(checked, key, `must be left out: \`${mode}\` does not read it`);
  }
}
