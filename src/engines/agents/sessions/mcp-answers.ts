import { looseOf, parsed } from "../../../world/wires/loose-json.ts";
import type { UpstreamResponse } from "../../../world/wires/upstream.ts";
import type { ToolResponse } from "./session.ts";

/** A message of MCP that asks for something. */
export interface McpMessage {
  readonly id: string | number | undefined;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Reads the message of MCP that a body is; nothing where it is none. */
export function mcpMessage(body: Uint8Array): McpMessage | undefined {
  const message = looseOf(parsed(new TextDecoder().decode(body)));
  const { jsonrpc, method, id } = message;
  if (jsonrpc !== "2.0" || typeof method !== "string" || !isMcp(method)) return undefined;
  const isId = typeof id === "string" || typeof id === "number";
  return { id: isId ? id : undefined, method, params: looseOf(message["params"]) };
}

/** Answers as a server would whose only tools are the recorded ones. */
export async function answerMcp(
  { id, method, params }: McpMessage,
  recorded: {
    readonly tools: readonly string[];
    readonly next: (tool: string) => ToolResponse;
    readonly pause: (ms: number) => Promise<void>;
  },
): Promise<UpstreamResponse> {
  if (id === undefined) return answer(202, undefined);
  switch (method) {
    case "initialize": {
      const protocolVersion = params["protocolVersion"] ?? "2025-06-18";
      const serverInfo = { name: "replayed session", version: "1" };
      const result = { protocolVersion, capabilities: { tools: {} }, serverInfo };
      return answer(200, { jsonrpc: "2.0", id, result });
    }
    case "ping":
      return answer(200, { jsonrpc: "2.0", id, result: {} });
    case "tools/list": {
      const tools = recorded.tools.map((name) => ({ name, inputSchema: { type: "object" } }));
      return answer(200, { jsonrpc: "2.0", id, result: { tools } });
    }
    case "tools/call": {
      const response = recorded.next(textOf(params["name"]));
      await recorded.pause(response.latencyMs);
      return answer(200, { jsonrpc: "2.0", id, result: resultOf(response) });
    }
    default: {
      const error = { code: -32_601, message: `a replayed session has no \`${method}\`` };
      return answer(200, { jsonrpc: "2.0", id, error });
    }
  }
}

// --- inside ---

function isMcp(method: string): boolean {
  return (
    method === "initialize" ||
    method === "ping" ||
    /^(?:tools|prompts|resources|notifications|completion|logging|server)\//u.test(method)
  );
}

/** What was recorded may be the result of MCP itself, or only what the tool said. */
function resultOf({ response, status }: ToolResponse): Readonly<Record<string, unknown>> {
  const isError = status >= 400;
  const whole = looseOf(response);
  if (Array.isArray(whole["content"])) return isError ? { ...whole, isError } : whole;
  const text = typeof response === "string" ? response : JSON.stringify(response);
  return { content: [{ type: "text", text }], ...(isError ? { isError } : {}) };
}

function answer(status: number, message: unknown): UpstreamResponse {
  const headers = { "content-type": "application/json" };
  return { status, headers: message === undefined ? {} : headers, body: bodyOf(message) };
}

function bodyOf(message: unknown): AsyncIterable<Uint8Array> {
  return new Blob(message === undefined ? [] : [JSON.stringify(message)]).stream();
}

/** What a client sends instead of a name is the name of no tool. */
function textOf(name: unknown): string {
  return typeof name === "string" ? name : "";
}
