import { expect, test } from "vitest";
import type { ToolFault } from "../../../kernel/agent/agent-fault.ts";
import type { ToolFaultMode } from "../../../kernel/agent/fault-modes.ts";
import { FaultPlan } from "../../../kernel/agent/fault-plan.ts";
import { SecretMask } from "../../../kernel/secrets/secret-mask.ts";
import { WireScope } from "../wire-scope.ts";
import { McpCalls } from "./mcp-calls.ts";
import type { RpcMessage } from "./rpc-text.ts";

const party = { agent: "clerk", server: "orders", wire: "mcp" } as const;

function scopeWith(mode: ToolFaultMode, more: Partial<ToolFault> = {}): WireScope {
  const fault: ToolFault = { id: "f", layer: "tool", tool: "*", mode, trigger: {}, ...more };
  const plan = new FaultPlan([fault], { seed: 7, cell: "cell" });
  const mask = new SecretMask();
  return new WireScope({ plan, mask, canary: "CNRY-1", now: () => 0, directTools: [] });
}

function callOf(name: string): RpcMessage {
  return { jsonrpc: "2.0", id: "a-1", method: "tools/call", params: { name } };
}

test("an error is a result that says so, or one of JSON-RPC where its code is one", async () => {
  const calls = new McpCalls(party);
  const said = [];
  for (const errorCode of [503, -32000]) {
    const scope = scopeWith("error", { errorCode, message: "down" });
    said.push((await calls.begin(callOf("x"), scope))?.instead);
  }
  expect(said).toEqual([
    {
      jsonrpc: "2.0",
      id: "a-1",
      result: { content: [{ type: "text", text: "down" }], isError: true },
    },
    { jsonrpc: "2.0", id: "a-1", error: { code: -32000, message: "down" } },
  ]);
});

test("messages that are neither calls nor lists of tools are left alone", () => {
  const calls = new McpCalls(party);
  const scope = scopeWith("error");
  for (const message of [
    { jsonrpc: "2.0", id: 1, method: "resources/read", params: { name: "x" } },
    { jsonrpc: "2.0", id: 1, method: "tools/call" },
    { jsonrpc: "2.0", method: "tools/call", params: { name: "x" } },
    { jsonrpc: "2.0", id: 1, result: {} },
    { jsonrpc: "2.0", id: 1, method: "server/discover", params: { _meta: {} } },
  ]) {
    expect(calls.begin(message, scope)).toBeUndefined();
  }
  expect(scope.journal.events).toEqual([]);
});

test("listing tools does not count as calling them, and makes them known", async () => {
  const calls = new McpCalls(party);
  const scope = scopeWith("error", { trigger: { on: [1] } });
  const list = await calls.begin({ jsonrpc: "2.0", id: 1, method: "tools/list" }, scope);
  const answer = { jsonrpc: "2.0", id: 1, result: { tools: [{ name: "x" }] } };
  expect(list?.answered(answer)).toEqual([answer]);
  expect(scope.isDirect("x")).toBe(true);
  expect((await calls.begin(callOf("x"), scope))?.instead).toBeDefined();
  expect((await calls.begin(callOf("x"), scope))?.instead).toBeUndefined();
});

test("a fault that can change nothing about an answer has not struck", async () => {
  const scope = scopeWith("stale");
  const call = await new McpCalls(party).begin(callOf("x"), scope);
  const answer = {
    jsonrpc: "2.0",
    id: "a-1",
    result: { content: [{ type: "text", text: "sun" }] },
  };
  expect(call?.answered(answer)).toEqual([answer]);
  expect(scope.strikes).toEqual([]);
});
