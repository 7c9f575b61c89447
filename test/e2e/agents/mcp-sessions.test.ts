import { randomUUID } from "node:crypto";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { expect, test } from "vitest";
import { orderServer } from "./fixtures/order-server.mjs";
import {
  type Listening,
  listening,
  openHub,
  orderMcp,
  scopeWith,
  story,
  toolFault,
} from "./tool-world.ts";

/** The order tool behind streamable HTTP with sessions; tells what it was asked for. */
async function sessionServer(asked: string[]): Promise<{
  readonly listening: Listening;
  readonly server: ReturnType<typeof orderServer>;
}> {
  const server = orderServer();
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: () => randomUUID() });
  await server.connect(transport);
  const served = await listening((request, response) => {
    const hasSession = request.headers["mcp-session-id"] !== undefined;
    asked.push(`${request.method}${hasSession ? " in a session" : ""}`);
    void transport.handleRequest(request, response);
  });
  return { listening: served, server };
}

test("sessions, the stream of a GET and the end by DELETE pass", async () => {
  const asked: string[] = [];
  const { listening: served, server } = await sessionServer(asked);
  const hub = await openHub({ mcp: [{ name: "orders", url: served.url }] });
  hub.begin(scopeWith([]));
  const client = new Client({ name: "agent", version: "1.0.0" });
  const heard = new Promise<string>((resolve) => {
    client.fallbackNotificationHandler = ({ method }) => {
      resolve(method);
      return Promise.resolve();
    };
  });
  const url = new URL(`${hub.urlFor("clerk", "mcp")}/orders`);
  const transport = new StreamableHTTPClientTransport(url);
  await client.connect(transport);
  await expect.poll(() => asked.includes("GET in a session")).toBe(true);
  server.sendToolListChanged();
  expect(await heard).toBe("notifications/tools/list_changed");
  await transport.terminateSession();
  await client.close();
  expect(asked.at(-1)).toBe("DELETE in a session");
  await hub.close();
  await served[Symbol.asyncDispose]();
});

test("a call that is held ends when the client says that it no longer waits", async () => {
  await using server = await orderMcp("json");
  const hub = await openHub({ mcp: [{ name: "orders", url: server.url }] });
  const scope = scopeWith([toolFault("timeout", { tool: "echo", delayMs: 60_000 })]);
  hub.begin(scope);
  const client = new Client({ name: "agent", version: "1.0.0" });
  const url = new URL(`${hub.urlFor("clerk", "mcp")}/orders`);
  await client.connect(new StreamableHTTPClientTransport(url));
  const stop = new AbortController();
  const asked = client.callTool({ name: "echo", arguments: { text: "a" } }, undefined, {
    signal: stop.signal,
  });
  await expect.poll(() => scope.strikes.length).toBe(1);
  stop.abort("enough");
  await expect(asked).rejects.toThrow("enough");
  await expect.poll(() => story(scope.journal.events).at(-1)).toContain("gave up");
  await client.close();
  await hub.close();
});

for (const answers of ["events", "json"] as const) {
  test(`a drift is told once after a list that came as ${answers}`, async () => {
    await using server = await orderMcp(answers);
    const hub = await openHub({ mcp: [{ name: "orders", url: server.url }] });
    const scope = scopeWith([toolFault("list_drift", { tool: "echo", id: "drift" })]);
    hub.begin(scope);
    const client = new Client({ name: "agent", version: "1.0.0" });
    let told = 0;
    client.fallbackNotificationHandler = ({ method }) => {
      if (method === "notifications/tools/list_changed") told += 1;
      return Promise.resolve();
    };
    const url = new URL(`${hub.urlFor("clerk", "mcp")}/orders`);
    await client.connect(new StreamableHTTPClientTransport(url));
    for (const _ of ["first", "second"]) {
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual(["get_order", "echo_v2", "die"]);
    }
    const asked = { arguments: { text: "hello" } };
    await expect(client.callTool({ name: "echo", ...asked })).rejects.toThrow("Unknown tool: echo");
    const got = await client.callTool({ name: "echo_v2", ...asked });
    expect(got.content).toEqual([{ type: "text", text: "hello" }]);
    expect(told).toBe(1);
    await client.close();
    await hub.close();
  });
}
