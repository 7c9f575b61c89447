import { isDeepStrictEqual } from "node:util";
import { schemaMismatch } from "../../../kernel/json-schema/schema-mismatch.ts";
import { SchemaError } from "../../../kernel/json-schema/schema-words.ts";
import { literalText } from "../../../kernel/values/literal.ts";
import { givenUp, matchWithin, withinTime } from "../../../world/within-time.ts";
import type { AnswerMatcher, ErrorMatcher, Matchers } from "../step-fields/code-fields.ts";
import { harnessError } from "./step-failure.ts";

/** Says what of a value does not fit; undefined where all of it does. */
export function mismatch(value: unknown, wanted: Matchers): string | undefined {
  if ("equals" in wanted && !isSame(value, wanted.equals)) {
    return `${literalText(value)} is not ${literalText(wanted.equals)}`;
  }
  if ("contains" in wanted && !contains(value, wanted.contains)) {
    return `${literalText(value)} does not contain ${literalText(wanted.contains)}`;
  }
  const { regex, schema } = wanted;
  if (regex !== undefined && !(typeof value === "string" && matches(regex, value))) {
    return `${literalText(value)} does not match /${regex}/`;
  }
  const difference = "json" in wanted ? subsetMismatch(value, wanted.json, "") : undefined;
  if (difference !== undefined) return difference;
  return schema === undefined ? undefined : ofSchema(value, schema);
}

/** Says what of an error does not fit; undefined where all of it does. */
export function errorMismatch(thrown: unknown, wanted: ErrorMatcher): string | undefined {
  const { name, message, code } = read(thrown);
  if (wanted.name !== undefined && wanted.name !== name) {
    return `the error is a ${name}, not a ${wanted.name}: ${message}`;
  }
  if (wanted.code !== undefined && wanted.code !== code) {
    return `the code is ${literalText(code)}, not ${literalText(wanted.code)}: ${message}`;
  }
  if (wanted.message !== undefined && !message.includes(wanted.message)) {
    return `the message ${literalText(message)} does not contain ${literalText(wanted.message)}`;
  }
  const { regex } = wanted;
  if (regex === undefined || matches(regex, message)) return undefined;
  return `the message ${literalText(message)} does not match /${regex}/`;
}

/** What came back from a request. */
export interface Answer {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Says what of an answer does not fit; undefined where all of it does. */
export function answerMismatch(answer: Answer, wanted: AnswerMatcher): string | undefined {
  const { status, headers = {}, body } = wanted;
  if (status !== undefined && status !== answer.status) {
    return `the status is ${answer.status}, not ${status}`;
  }
  for (const [name, value] of Object.entries(headers)) {
    const found = answer.headers[name.toLowerCase()];
    if (found !== value) {
      return `the header \`${name}\` is ${literalText(found)}, not ${literalText(value)}`;
    }
  }
  const ofBody = body === undefined ? undefined : mismatch(answer.body, body);
  if (ofBody !== undefined) return `the body: ${ofBody}`;
  if (!("json" in wanted)) return undefined;
  const data = jsonOf(answer.body);
  if (data === undefined) return `the body is not JSON: ${literalText(answer.body)}`;
  const difference = subsetMismatch(data.value, wanted.json, "");
  return difference === undefined ? undefined : `the body: ${difference}`;
}

/**
 * Says what of a value a JSON Schema does not allow. A schema that names itself without end, or a
 * value that holds itself, cannot be judged.
 */
export function ofSchema(value: unknown, schema: object): string | undefined {
  try {
    const done = withinTime(() => schemaMismatch(value, schema));
    if (done === undefined) throw harnessError("schema", givenUp("the schema", "the value"));
    return done.value;
  } catch (thrown) {
    if (!(thrown instanceof SchemaError || thrown instanceof RangeError)) throw thrown;
    throw harnessError("schema", `the value cannot be judged: ${thrown.message}`);
  }
}

/** Reads JSON; undefined where it is none. */
export function jsonOf(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

/** The class, message and code of anything that can be thrown. */
export function read(thrown: unknown): {
  readonly name: string;
  readonly message: string;
  readonly code: unknown;
} {
  if (!(thrown instanceof Error)) {
    return { name: typeof thrown, message: literalText(thrown), code: undefined };
  }
  const own = thrown.name === "Error" ? thrown.constructor.name : thrown.name;
  return { name: own, message: thrown.message, code: "code" in thrown ? thrown.code : undefined };
}

// --- inside ---

/** A pattern that goes on without end judges nothing: neither the value nor the code. */
function matches(regex: string, text: string): boolean {
  const done = matchWithin(new RegExp(regex, "u"), text);
  if (done !== undefined) return done.value !== null;
  throw harnessError("regex", givenUp(`/${regex}/`, `a text of ${text.length} characters`));
}

/** Data is the same whatever the prototypes of its tables are. */
function isSame(value: unknown, wanted: unknown): boolean {
  return isDeepStrictEqual(plain(value), plain(wanted));
}

/** What a scenario file could say of a value: tables without classes, everything else as it is. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null || !isTable(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]));
}

function isTable(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype || !(Symbol.toStringTag in value);
}

function contains(value: unknown, part: unknown): boolean {
  if (typeof value === "string") return typeof part === "string" && value.includes(part);
  return Array.isArray(value) && value.some((item) => isSame(item, part));
}

/** Every part of `wanted` must be in the value; tables of the value may have more keys. */
function subsetMismatch(value: unknown, wanted: unknown, at: string): string | undefined {
  if (Array.isArray(wanted)) return listMismatch(value, wanted, at);
  if (typeof wanted !== "object" || wanted === null) {
    if (isSame(value, wanted)) return undefined;
    return `${at === "" ? "it" : `\`${at}\``} is ${literalText(value)}, not ${literalText(wanted)}`;
  }
  if (typeof value !== "object" || value === null) {
    return `${at === "" ? "it" : `\`${at}\``} is ${literalText(value)}, not a table`;
  }
  for (const [key, item] of Object.entries(wanted)) {
    const path = `${at}.${key}`;
    if (!(key in value)) return `\`${path}\` is missing`;
    const found = subsetMismatch(Reflect.get(value, key), item, path);
    if (found !== undefined) return found;
  }
  return undefined;
}

function listMismatch(value: unknown, wanted: readonly unknown[], at: string): string | undefined {
  const shown = at === "" ? "it" : `\`${at}\``;
  if (!Array.isArray(value)) return `${shown} is ${literalText(value)}, not a list`;
  if (value.length !== wanted.length) {
    const seen = literalText(value);
    return `${shown} is a list of ${value.length}, not of ${wanted.length}: ${seen}`;
  }
  for (const [index, item] of wanted.entries()) {
    const found = subsetMismatch(value[index], item, `${at}[${index}]`);
    if (found !== undefined) return found;
  }
  return undefined;
}
