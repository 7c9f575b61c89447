import type { LlmFault } from "../../../kernel/agent/agent-fault.ts";
import { isLoose, type Loose, parsed } from "../loose-json.ts";

/** How strongly an answer drifts. */
type Severity = NonNullable<LlmFault["severity"]>;

/** Draws a whole number from 0 up to `below`. */
export type Draw = (what: string, below: number) => number;

/** The text as another version of the model would write it. */
export function driftText(fault: LlmFault, text: string, draw: Draw): string {
  const severity = fault.severity ?? "moderate";
  switch (fault.driftType ?? "json_field_rename") {
    case "json_field_rename":
      return renamedFields(text, severity, draw);
    case "verbosity_shift":
      return shiftedLength(text, fault.direction ?? "expand", fault.factor ?? factors[severity]);
    case "format_change":
      return otherFormat(text, severity);
    case "refusal_rephrase":
      return rephrased(text, severity);
    case "tone_shift":
      return otherTone(text, severity);
  }
}

// --- inside ---

const factors: Readonly<Record<Severity, number>> = { subtle: 1.3, moderate: 2, significant: 4 };

/** One field, half of them or all are called otherwise; a text without JSON stays. */
function renamedFields(text: string, severity: Severity, draw: Draw): string {
  const found = jsonIn(text);
  if (found === undefined) return text;
  const keys = [...new Set(keysOf(found.value))];
  const first = draw("field", keys.length);
  const count = { subtle: 1, moderate: Math.ceil(keys.length / 2), significant: keys.length };
  const renamed = new Set(
    Array.from({ length: Math.min(keys.length, count[severity]) }, (_, at) => {
      return keys[(first + at) % keys.length] ?? "";
    }),
  );
  const other = JSON.stringify(withKeys(found.value, renamed));
  return text.slice(0, found.from) + other + text.slice(found.to);
}

function jsonIn(
  text: string,
): { readonly value: unknown; readonly from: number; readonly to: number } | undefined {
  const from = text.search(/[[{]/u);
  const to = Math.max(text.lastIndexOf("}"), text.lastIndexOf("]")) + 1;
  if (from === -1 || to <= from) return undefined;
  const value = parsed(text.slice(from, to));
  return value === undefined || keysOf(value).length === 0 ? undefined : { value, from, to };
}

function keysOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item) => keysOf(item));
  if (!isLoose(value)) return [];
  return Object.entries(value).flatMap(([key, item]) => [key, ...keysOf(item)]);
}

function withKeys(value: unknown, renamed: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((item) => withKeys(item, renamed));
  if (!isLoose(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      renamed.has(key) ? otherKey(key) : key,
      withKeys(item, renamed),
    ]),
  );
}

/** `order_id` becomes `orderId` and the other way round; a single word gets another ending. */
function otherKey(key: string): string {
  const snake = key.replaceAll(/(?<=[a-z0-9])[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`);
  if (snake !== key) return snake;
  const camel = key.replaceAll(/_+([a-z0-9])/gu, (_, letter: string) => letter.toUpperCase());
  return camel === key ? `${key}_value` : camel;
}

function shiftedLength(text: string, direction: "expand" | "compress", factor: number): string {
  const words = text.split(/\s+/u).filter((word) => word !== "").length;
  if (direction === "compress") return beginning(text, Math.ceil(words / Math.max(1, factor)));
  const missing = Math.ceil(words * (Math.max(1, factor) - 1));
  const more = Array.from({ length: missing }, (_, at) => fillers[at % fillers.length] ?? "");
  return `${text} ${more.join(" ")}`;
}

function beginning(text: string, words: number): string {
  const found = [...text.matchAll(/\S+/gu)][words];
  return found === undefined ? text : text.slice(0, found.index).trimEnd();
}

/** What a model says when it has nothing more to say. */
const fillers: readonly string[] = (
  "It is worth adding some context to this. To put it another way, the points above belong " +
  "together. There are of course further aspects that one could consider here. Please keep in " +
  "mind that details may vary from case to case."
).split(" ");

/** Code fences, then lists, then quite another shape: data in place of prose or prose for data. */
function otherFormat(text: string, severity: Severity): string {
  const value = parsed(text);
  if (isLoose(value)) {
    if (severity === "subtle") return `\`\`\`json\n${text}\n\`\`\``;
    if (severity === "moderate") return `Here is the JSON:\n\n\`\`\`json\n${text}\n\`\`\``;
    return prose(value);
  }
  if (severity === "subtle") return `**Answer:** ${text}`;
  if (severity === "significant") return JSON.stringify({ answer: text });
  const sentences = text.split(/(?<=[.!?])\s+/u).filter((sentence) => sentence !== "");
  return sentences.map((sentence) => `- ${sentence}`).join("\n");
}

function prose(value: Loose): string {
  return Object.entries(value)
    .map(
      ([key, item]) => `The ${key} is ${typeof item === "string" ? item : JSON.stringify(item)}.`,
    )
    .join(" ");
}

/** It hedges, then answers only in part, then refuses. */
function rephrased(text: string, severity: Severity): string {
  switch (severity) {
    case "subtle":
      return `I can't be entirely certain, but ${text}`;
    case "moderate":
      return `I'm not able to help with all of this. In part: ${beginning(text, 12)}`;
    case "significant":
      return "I'm sorry, but I can't help with that request.";
  }
}

function otherTone(text: string, severity: Severity): string {
  switch (severity) {
    case "subtle":
      return `${text} Let me know if you need anything else!`;
    case "moderate":
      return `Great question! 😊 ${text} Hope that helps!`;
    case "significant":
      return `OMG okay so!!! ${text.replaceAll(".", "!!!")} 🎉🎉🎉`;
  }
}
