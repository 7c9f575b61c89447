import type { ToolFault } from "../../../kernel/agent/agent-fault.ts";
import { isList, isRecord, isSameJson, type Json, jsonOf } from "../json-walk.ts";
import { withinSchema } from "../schema-walk.ts";
import { type FaultyText, faultyToolText, type PayloadDraw } from "../tool-payloads.ts";
import { wrongForSchema } from "../wrong-values.ts";
import type { RpcMessage } from "./rpc-text.ts";

/** How the result of a tool is changed. */
export interface ResultFault {
  readonly fault: ToolFault;
  readonly draw: PayloadDraw;
  /** What the tool says about its structured content. */
  readonly schema: Json | undefined;
}

/** What a fault makes of the answer to `tools/call`; undefined where it can change nothing. */
export function faultyResult(
  answer: RpcMessage,
  how: ResultFault,
): { readonly message: RpcMessage; readonly detail: string } | undefined {
  const { result } = answer;
  if (!isRecord(result)) return undefined;
  const made = changedResult(result, how);
  if (made === undefined || isSameJson(made.result, result)) return undefined;
  return { message: { ...answer, result: made.result }, detail: made.detail };
}

/** What a journal says of the answer to `tools/call`. */
export function resultText(answer: RpcMessage): {
  readonly text: string;
  readonly isError: boolean;
} {
  const { result, error } = answer;
  if (isRecord(error)) return { text: JSON.stringify(error), isError: true };
  if (!isRecord(result)) return { text: JSON.stringify(result ?? null), isError: true };
  const content = result["content"];
  const items = content !== undefined && isList(content) ? content : [];
  const texts = items.map((item) => {
    const text = isRecord(item) ? item["text"] : undefined;
    return typeof text === "string" ? text : JSON.stringify(item);
  });
  return { text: texts.join("\n"), isError: result["isError"] === true };
}

// --- inside ---

interface ChangedResult {
  readonly result: Json;
  readonly detail: string;
}

type Result = { readonly [key: string]: Json };

function changedResult(result: Result, how: ResultFault): ChangedResult | undefined {
  const { structuredContent: before, ...rest } = result;
  const { mode } = how.fault;
  if (mode === "empty") {
    return { result: { ...rest, content: [] }, detail: "no content" };
  }
  const after = before === undefined ? undefined : changedData(before, how);
  const texts = changedTexts(result["content"] ?? [], how, { before, after });
  const isChanged = before !== undefined && after !== undefined && !isSameJson(before, after);
  if (texts.made === undefined && !isChanged) return undefined;
  const detail = texts.made?.detail ?? "structured content";
  const kept = { ...rest, content: texts.content };
  // Broken JSON has no data, so none is told beside it.
  if (before === undefined || mode === "malformed") return { result: kept, detail };
  return { result: { ...kept, structuredContent: after ?? before }, detail };
}

/** Data that is wrong and that its schema still allows. */
function changedData(before: Json, { fault, draw, schema }: ResultFault): Json | undefined {
  if (fault.mode === "oversize" || fault.mode === "malformed") return before;
  if (fault.mode === "wrong_values") return wrongForSchema(before, schema, draw);
  const made = faultyToolText(fault, JSON.stringify(before), draw);
  const after = made === undefined ? undefined : jsonOf(made.text);
  return after === undefined ? before : withinSchema({ before, after }, schema);
}

function changedTexts(
  content: Json,
  { fault, draw }: ResultFault,
  data: { readonly before: Json | undefined; readonly after: Json | undefined },
): { readonly content: Json; readonly made: FaultyText | undefined } {
  let made: FaultyText | undefined;
  const isOnce = fault.mode === "oversize" || fault.mode === "malicious_response";
  if (!isList(content)) return { content, made };
  const items = content.map((item, index): Json => {
    const text = isRecord(item) ? item["text"] : undefined;
    if (!isRecord(item) || typeof text !== "string" || (isOnce && made !== undefined)) return item;
    const same = sameText(text, fault, data);
    const one =
      same ?? faultyToolText(fault, text, (what, below) => draw(`${what} ${index}`, below));
    made ??= one;
    return one === undefined ? item : { ...item, text: one.text };
  });
  return { content: items, made };
}

/** A text that says the same as the structured content goes on doing so. */
function sameText(
  text: string,
  fault: ToolFault,
  { before, after }: { readonly before: Json | undefined; readonly after: Json | undefined },
): FaultyText | undefined {
  if (before === undefined || after === undefined || isSameJson(before, after)) return undefined;
  const said = jsonOf(text);
  if (said === undefined || !isSameJson(said, before)) return undefined;
  return { text: JSON.stringify(after), isError: false, detail: fault.mode.replaceAll("_", " ") };
}
