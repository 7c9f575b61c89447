import { expect, test } from "vitest";
import type { UpstreamRequest, UpstreamResponse } from "../../../world/wires/upstream.ts";
import type { ReplaySession } from "./session.ts";
import { toolUpstream } from "./tool-upstream.ts";

const session: ReplaySession = {
  id: "s",
  name: "s",
  source: "manual",
  input: "Hi",
  history: [],
  contract: "default",
  toolResponses: [
    { tool: "get_order", response: { state: "lost" }, status: 200, latencyMs: 40 },
    { tool: "search", response: "nothing", status: 404, latencyMs: 0 },
    { tool: "get_order", response: '{"state":"found"}', status: 503, latencyMs: 0 },
  ],
};

test("a tool is answered with its responses in order, with status and latency", async () => {
  const waited: number[] = [];
  const upstream = toolUpstream(session, (ms) => {
    waited.push(ms);
    return Promise.resolve();
  });
  expect(await asked(upstream, "get_order")).toEqual([200, "application/json", '{"state":"lost"}']);
  expect(waited).toEqual([40]);
  expect(await asked(upstream, "get_order")).toEqual([
    503,
    "application/json",
    '{"state":"found"}',
  ]);
  expect(upstream.left()).toEqual(new Map([["search", 1]]));
  expect(await asked(upstream, "search")).toEqual([404, "text/plain; charset=utf-8", "nothing"]);
  expect(upstream.left().size).toBe(0);
  expect(upstream.misses).toEqual([]);
});

test("what was not recorded is an error answer and is told", async () => {
  const upstream = toolUpstream(session);
  await asked(upstream, "search");
  const [status, , body] = await asked(upstream, "search");
  expect([status, JSON.parse(body)]).toEqual([
    501,
    { error: { message: "session `s` has only 1 of tool `search`" } },
  ]);
  expect((await asked(upstream, "pay"))[0]).toBe(501);
  expect(upstream.misses).toEqual([
    "session `s` has only 1 of tool `search`",
    "session `s` has no response of tool `pay`",
  ]);
});

test("an earlier turn does not take what a tool answered in the last one", async () => {
  const lost = { tool: "get_order", response: "lost", status: 200, latencyMs: 0, turn: 2 };
  const upstream = toolUpstream({ ...session, history: ["Hello"], toolResponses: [lost] });
  upstream.beginTurn(1);
  expect((await asked(upstream, "get_order"))[2]).toBe("lost");
  expect(upstream.differences).toEqual([
    "session `s` has no response of tool `get_order` in turn 1; it got that of turn 2",
  ]);
  upstream.beginTurn(2);
  expect((await asked(upstream, "get_order"))[2]).toBe("lost");
  expect([upstream.misses, upstream.left().size]).toEqual([[], 0]);
  // One call too many in a turn that was recorded is told as before.
  expect((await asked(upstream, "get_order"))[0]).toBe(501);
  expect(upstream.misses).toEqual(["session `s` has only 1 of tool `get_order`"]);
});

test("each turn gets its own of several answers", async () => {
  const one = { tool: "a", response: "first", status: 200, latencyMs: 0, turn: 1 };
  const two = { ...one, response: "second", turn: 2 };
  const upstream = toolUpstream({ ...session, toolResponses: [two, one] });
  upstream.beginTurn(1);
  expect((await asked(upstream, "a"))[2]).toBe("first");
  upstream.beginTurn(2);
  expect((await asked(upstream, "a"))[2]).toBe("second");
  expect(upstream.differences).toEqual([]);
});

test("an agent that goes away does not wait for the recorded latency", async () => {
  const slow = { tool: "slow", response: "", status: 200, latencyMs: 600_000 };
  const upstream = toolUpstream({ ...session, toolResponses: [slow] });
  const gone = AbortSignal.abort();
  await expect(upstream.answer(request("slow"), gone)).rejects.toThrow("aborted");
});

test("a server of MCP answers calls of its tools from the session", async () => {
  const upstream = toolUpstream(session, () => Promise.resolve());
  const ask = async (method: string, params: unknown, id?: number): Promise<unknown> => {
    const body = JSON.stringify({ jsonrpc: "2.0", id, method, params });
    const [status, , text] = await asked(upstream, "orders-server", body);
    return text === "" ? status : JSON.parse(text);
  };
  expect(await ask("initialize", { protocolVersion: "2025-03-26" }, 1)).toMatchObject({
    id: 1,
    result: { protocolVersion: "2025-03-26", capabilities: { tools: {} } },
  });
  expect(await ask("notifications/initialized", {})).toBe(202);
  expect(await ask("tools/list", {}, 2)).toMatchObject({
    result: { tools: [{ name: "get_order" }, { name: "search" }] },
  });
  const found = await ask("tools/call", { name: "get_order", arguments: {} }, 3);
  expect(found).toEqual({
    jsonrpc: "2.0",
    id: 3,
    result: { content: [{ type: "text", text: '{"state":"lost"}' }] },
  });
  expect(await ask("tools/call", { name: "search" }, 4)).toMatchObject({
    result: { isError: true, content: [{ type: "text", text: "nothing" }] },
  });
  expect(await ask("tools/call", { name: "pay" }, 5)).toMatchObject({ result: { isError: true } });
  expect(await ask("resources/list", {}, 6)).toMatchObject({ error: { code: -32_601 } });
  expect(upstream.misses).toEqual(["session `s` has no response of tool `pay`"]);
});

// --- inside ---

function request(to: string, body = "{}"): UpstreamRequest {
  const bytes = new TextEncoder().encode(body);
  return { agent: "main", to, method: "POST", path: "/", headers: {}, body: bytes };
}

async function asked(
  upstream: ReturnType<typeof toolUpstream>,
  to: string,
  body?: string,
): Promise<readonly [number, string, string]> {
  const signal = new AbortController().signal;
  const answer: UpstreamResponse = await upstream.answer(request(to, body), signal);
  const pieces: Uint8Array[] = [];
  for await (const piece of answer.body) pieces.push(piece);
  const text = new TextDecoder().decode(Buffer.concat(pieces));
  return [answer.status, answer.headers["content-type"] ?? "", text];
}
