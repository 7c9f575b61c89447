import type { z } from "zod";
import {
  contextAttackTypes,
  driftTypes,
  llmFaultModes,
  retryAfterForms,
  toolFaultModes,
} from "../../../kernel/agent/fault-modes.ts";
import { numberOf, wholeOf, type Zod } from "../../../config/schema-values.ts";

/** The shape of a fault in a session file; its keys are those of the config. */
export function faultShape(zod: Zod): z.ZodType {
  const text = zod.string("must be a text");
  const count = wholeOf(zod, { min: 0, max: countMax }).optional();
  const word = (words: readonly [string, ...string[]]): z.ZodType => zod.enum(words, mustBe(words));
  const base = {
    id: text.min(1, "must be a text"),
    agent: text.optional(),
    trigger: triggerShape(zod),
  };
  const retryAfter = {
    retry_after_seconds: numberOf(zod, { min: 0, max: countMax }).optional(),
    retry_after_form: word(retryAfterForms).optional(),
  };
  const tool = zod.strictObject({
    ...base,
    layer: zod.literal("tool"),
    tool: text,
    mode: word(toolFaultModes),
    match_url: text.optional(),
    delay_ms: count,
    error_code: wholeOf(zod, { min: -32_768, max: 599 }).optional(),
    message: text.optional(),
    ...retryAfter,
    payload: text.optional(),
    bytes: count,
  });
  const llm = zod.strictObject({
    ...base,
    layer: zod.literal("llm"),
    mode: word(llmFaultModes),
    delay_ms: count,
    max_tokens: count,
    after_chunks: count,
    ...retryAfter,
    message: text.optional(),
    drift_type: word(driftTypes).optional(),
    severity: word(["subtle", "moderate", "significant"]).optional(),
    direction: word(["expand", "compress"]).optional(),
    factor: numberOf(zod, { min: 0, max: countMax }).optional(),
  });
  const context = zod.strictObject({
    ...base,
    layer: zod.literal("context"),
    type: word(contextAttackTypes),
    payloads: zod.array(text, "must be a list of texts"),
    inject_tokens: count,
    strategy: word(["prepend", "append", "replace"]).optional(),
    tool: text.optional(),
  });
  return zod.discriminatedUnion(
    "layer",
    [tool, llm, context],
    'must be "tool", "llm" or "context",',
  );
}

// --- inside ---

const countMax = 2 ** 31 - 1;
const wordsShownMax = 5;

function mustBe(words: readonly string[]): string {
  const shown = words.slice(0, wordsShownMax).map((one) => `"${one}"`);
  const hidden = words.length - shown.length;
  return `must be one of ${shown.join(", ")}${hidden > 0 ? ` and ${hidden} more` : ""},`;
}

function triggerShape(zod: Zod): z.ZodType {
  const count = wholeOf(zod, { min: 0, max: countMax }).optional();
  return zod.strictObject(
    {
      probability: numberOf(zod, { min: 0, max: 1 }).optional(),
      after_calls: count,
      on: zod.array(wholeOf(zod, { min: 1, max: countMax }), "must be a list of calls").optional(),
      every: wholeOf(zod, { min: 1, max: countMax }).optional(),
      burst: wholeOf(zod, { min: 1, max: countMax }).optional(),
      times: count,
      turn: wholeOf(zod, { min: 1, max: countMax }).optional(),
    },
    "must be a table",
  );
}
