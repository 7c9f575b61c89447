import type { ToolFault } from "../../../kernel/agent/agent-fault.ts";
import { isRecord, type Json, jsonOf, mapLeaves } from "../json-walk.ts";
import { type FaultyText, faultyToolText, type PayloadDraw } from "../tool-payloads.ts";

/** One message of JSON-RPC. */
export type RpcMessage = { readonly [key: string]: Json };

/** A message of JSON-RPC; undefined where a text is none. */
export function rpcOf(text: string): RpcMessage | undefined {
  const data = jsonOf(text);
  return isRecord(data) && data["jsonrpc"] === "2.0" ? data : undefined;
}

/** What a fault makes of an answer in JSON-RPC: its texts change, its envelope stays. */
export function faultyRpcText(
  fault: ToolFault,
  text: string,
  draw: PayloadDraw,
): FaultyText | undefined {
  const message = rpcOf(text);
  const result = message?.["result"];
  if (message === undefined || result === undefined || fault.mode === "malformed") {
    return faultyToolText(fault, text, draw);
  }
  let made: FaultyText | undefined;
  const isOnce = fault.mode === "oversize" || fault.mode === "malicious_response";
  const changed = mapLeaves(result, ({ value, key, path }) => {
    if (key !== "text" || typeof value !== "string" || (isOnce && made !== undefined)) return value;
    const one = faultyToolText(fault, value, (what, below) => draw(`${what} ${path}`, below));
    made ??= one;
    return one?.text ?? value;
  });
  if (made !== undefined) return { ...made, text: JSON.stringify({ ...message, result: changed }) };
  const whole = faultyToolText(fault, JSON.stringify(result), draw);
  if (whole === undefined) return undefined;
  const other = jsonOf(whole.text) ?? whole.text;
  return { ...whole, text: JSON.stringify({ ...message, result: other }) };
}

/** The texts of an answer, for people; all of it where it has none. */
export function rpcTexts(text: string): string {
  const message = rpcOf(text);
  const result = message?.["result"];
  if (result === undefined) return text;
  const texts: string[] = [];
  mapLeaves(result, ({ value, key }) => {
    if (key === "text" && typeof value === "string") texts.push(value);
    return value;
  });
  return texts.length === 0 ? JSON.stringify(result) : texts.join("\n");
}

/** Whether an answer says that the call failed. */
export function isRpcError(text: string): boolean {
  return rpcOf(text)?.["error"] !== undefined;
}

/** An error for a request. */
export function rpcErrorText(
  request: string,
  error: { readonly code: number; readonly text: string },
): string {
  return JSON.stringify(rpcError(rpcOf(request)?.["id"] ?? null, error));
}

/** An error for the request with this id. */
export function rpcError(
  id: Json,
  error: { readonly code: number; readonly text: string },
): RpcMessage {
  return { jsonrpc: "2.0", id, error: { code: error.code, message: error.text } };
}
