import { once } from "node:events";
import { connect } from "node:net";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SecretMask } from "../../../src/kernel/secrets/secret-mask.ts";
import { McpBridge } from "../../../src/world/wires/tools/mcp-bridge.ts";
import type { UpstreamResponse } from "../../../src/world/wires/upstream.ts";
import type { WireScope } from "../../../src/world/wires/wire-scope.ts";
import { fixture, scopeWith, story, toolFault } from "./tool-world.ts";
import { call, hostile, nextLine, wrapped } from "./wrapped-server.ts";

let bridge: McpBridge;
let scope: WireScope = scopeWith([]);
beforeAll(async () => {
  bridge = await McpBridge.open({ scope: () => scope, mask: new SecretMask() });
});
afterAll(() => bridge.close());

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

test("a server ends with its client, even one that would stay", async () => {
  const server = wrapped(hostile("stays"), bridge.address);
  server.child.stdin.write(`${JSON.stringify(call)}\n`);
  const answer = JSON.parse(await nextLine(server)) as {
    readonly result: { readonly content: readonly [{ readonly text: string }] };
  };
  const pid = Number(answer.result.content[0].text);
  expect(isAlive(pid)).toBe(true);
  server.child.kill("SIGKILL");
  await expect.poll(() => isAlive(pid), { timeout: 5_000 }).toBe(false);
});

test("nobody without the token starts anything", async () => {
  const port = Number(/:(\d+)\//u.exec(bridge.address)?.[1]);
  for (const token of ["", "0".repeat(32)]) {
    const socket = connect(port, "127.0.0.1");
    const hello = { token, agent: "a", name: "n", command: hostile("garbage"), cwd: "/", env: {} };
    socket.end(`${JSON.stringify(hello)}\n`);
    let heard = "";
    socket.on("data", (text) => {
      heard += String(text);
    });
    await once(socket, "close");
    expect(heard).toBe("");
  }
});

test("a client sees that a tool drifted and its server died, and may give up waiting", async () => {
  scope = scopeWith([
    toolFault("timeout", { tool: "echo", delayMs: 60_000 }),
    toolFault("list_drift", { tool: "get_order" }),
  ]);
  const client = new Client({ name: "agent", version: "1.0.0" });
  const changed = new Promise<void>((resolve) => {
    client.fallbackNotificationHandler = ({ method }) => {
      if (method === "notifications/tools/list_changed") resolve();
      return Promise.resolve();
    };
  });
  const args = [fixture("wrap.mjs"), process.execPath, fixture("order-stdio.mjs")];
  const env = { GAUNTLET_WIRE: bridge.address, GAUNTLET_AGENT: "clerk" };
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env }));
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(["echo", "die"]);
  await changed;
  const asked = client.callTool({ name: "echo", arguments: { text: "hello" } }, undefined, {
    timeout: 50,
  });
  await expect(asked).rejects.toThrow("Request timed out");
  const died = new Promise<void>((resolve) => {
    Object.assign(client, { onclose: resolve });
  });
  await expect(client.callTool({ name: "die" })).rejects.toThrow("Connection closed");
  await died;
  expect(story(scope.journal.events)).toMatchInlineSnapshot(`
    [
      "⚡ clerk get_order list_drift #1: get_order is hidden",
      "clerk → echo (mcp): {"text":"hello"}",
      "⚡ clerk echo timeout #1: no answer for 60000 ms",
      "clerk ← echo failed: the agent gave up before it was answered",
      "clerk → die (mcp): {}",
      "clerk ← die failed: the server ended",
    ]
  `);
});

test("where a recording has no answer to a call, the client is told; the run goes on", async () => {
  const missing: UpstreamResponse = {
    status: 599,
    headers: {},
    body: new Blob(['{"error":{"message":"not in the cassette"}}']).stream(),
  };
  const answers = [() => Promise.reject(new Error("no answer came"))];
  const played = await McpBridge.open({
    scope: () => scopeWith([]),
    mask: new SecretMask(),
    answering: () => ({ answer: () => answers.shift()?.() ?? Promise.resolve(missing) }),
  });
  const server = wrapped(hostile("stays"), played.address);
  const told: unknown[] = [];
  for (const id of [1, 2]) {
    server.child.stdin.write(`${JSON.stringify({ ...call, id })}\n`);
    told.push(JSON.parse(await nextLine(server)));
  }
  server.child.kill("SIGKILL");
  await played.close();
  expect(told).toEqual([
    { jsonrpc: "2.0", id: 1, error: { code: -32_000, message: "no answer came" } },
    { jsonrpc: "2.0", id: 2, error: { code: -32_000, message: "not in the cassette" } },
  ]);
});
