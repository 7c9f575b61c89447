import type { AgentEvent, ToolRequest } from "../../../kernel/agent/agent-event.ts";
import { sortedText } from "../../../kernel/values/sorted-data.ts";
import { isTable } from "../plain-table.ts";
import { jsonOf } from "./answer-rules.ts";

/** A call of a tool as it stands in the journal. */
export type ToolCallEvent = Extract<AgentEvent, { readonly kind: "tool-call" }>;

/**
 * The arguments of a call as data; undefined where they are no JSON. A call over HTTP is written as
 * `POST /refunds {…}`: its arguments are its body, or its query where it has none.
 */
export function argumentsOf(call: ToolCallEvent): { readonly value: unknown } | undefined {
  const request = requestOf(call);
  if (request === undefined) return jsonOf(call.arguments);
  if (request.body !== "") return jsonOf(request.body);
  const [, query = ""] = /\?(.*)$/su.exec(request.path) ?? [];
  return { value: Object.fromEntries(new URLSearchParams(query)) };
}

/**
 * A call as it is compared with another: JSON whatever its spaces and the order of its keys. Its
 * idempotency key, and the id of a JSON-RPC call, are no part of what is done and may be left out.
 */
export function plainCall(
  call: ToolCallEvent,
  { isWithKey = true }: { readonly isWithKey?: boolean } = {},
): string {
  const request = requestOf(call);
  const plain = isWithKey ? plainJson : jsonWithoutKey;
  if (request === undefined) return plain(call.arguments);
  return `${request.method} ${request.path} ${plain(request.body)}`;
}

/** Whether an argument of this name says which call it is, so that a repeated one is known. */
export function isIdempotencyKey(name: string): boolean {
  return /^idempotency[-_]?key$/iu.test(name);
}

/** Whether a call is the one that a model asked for. */
export function isCallOf(call: ToolCallEvent, asked: ToolRequest): boolean {
  if (call.tool !== asked.tool) return false;
  const request = requestOf(call);
  if (request === undefined || request.body !== "") {
    const given = argumentsOf(call);
    const text = given === undefined ? call.arguments.trim() : sortedText(given.value);
    return text === plainJson(asked.arguments);
  }
  // What a request without a body is about stands in its address.
  const wanted = jsonOf(asked.arguments)?.value;
  if (typeof wanted !== "object" || wanted === null) return false;
  return Object.values(wanted).every((value) =>
    decoded(request.path).includes(typeof value === "string" ? value : JSON.stringify(value)),
  );
}

// --- inside ---

interface Request {
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

function requestOf(call: ToolCallEvent): Request | undefined {
  if (call.wire !== "http" && call.wire !== "peer") return undefined;
  const [, method, path = "", body = ""] =
    /^([A-Z]+) (\S+)(?:\s(.*))?$/su.exec(call.arguments) ?? [];
  return method === undefined ? undefined : { method, path, body: body.trim() };
}

function plainJson(text: string): string {
  const read = jsonOf(text);
  return read === undefined ? text.trim() : sortedText(read.value);
}

function jsonWithoutKey(text: string): string {
  const read = jsonOf(text);
  if (read === undefined) return plainJson(text);
  const { value } = read;
  const isRpc = isTable(value) && value["jsonrpc"] === "2.0";
  return sortedText(isRpc ? { ...value, id: 0, params: unnamed(value["params"]) } : unnamed(value));
}

/** Without what only says which call or message it is; of A2A that is in `message`. */
function unnamed(value: unknown): unknown {
  if (!isTable(value)) return value;
  const kept = Object.entries(value).filter(
    ([name]) => !isIdempotencyKey(name) && name !== "messageId",
  );
  return Object.fromEntries(
    kept.map(([name, one]) => [name, name === "message" ? unnamed(one) : one]),
  );
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path.replaceAll("+", " "));
  } catch {
    return path;
  }
}
