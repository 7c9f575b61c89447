import { once } from "node:events";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SecretMask } from "../../../src/kernel/secrets/secret-mask.ts";
import { McpBridge } from "../../../src/world/wires/tools/mcp-bridge.ts";
import { fixture, scopeWith } from "./tool-world.ts";
import { call, hostile, nextLine, wrapped } from "./wrapped-server.ts";

let bridge: McpBridge;
beforeAll(async () => {
  bridge = await McpBridge.open({ scope: () => scopeWith([]), mask: new SecretMask() });
});
afterAll(() => bridge.close());

test("what is no message passes untouched, from the server and from the client", async () => {
  const server = wrapped(hostile("garbage"), bridge.address);
  expect(await nextLine(server)).toBe("not JSON at all {{{");
  server.child.stdin.end();
  expect(await once(server.child, "exit")).toEqual([0, null]);
  const echo = wrapped(hostile("echo"), bridge.address);
  for (const line of ['{"jsonrpc":"2.0", "id":1, "method":"tools/call"', '[ {"a" : 1}]']) {
    echo.child.stdin.write(`${line}\n`);
    expect(await nextLine(echo)).toBe(line);
  }
  echo.child.stdin.end();
  expect(await once(echo.child, "exit")).toEqual([0, null]);
});

test("a line of 10 MiB ends the server with an error that says why", async () => {
  const server = wrapped(hostile("huge"), bridge.address);
  server.child.stdin.write(`${JSON.stringify(call)}\n`);
  const answer = JSON.parse(await nextLine(server)) as object;
  const [code] = (await once(server.child, "close")) as [number];
  expect(answer).toEqual({
    jsonrpc: "2.0",
    id: 1,
    error: { code: -32000, message: "the MCP server of `orders` wrote a line of more than 8 MiB" },
  });
  expect(code).toBe(137);
  expect(server.errors()).toMatchInlineSnapshot(`
    "error[A025]: the MCP server of \`orders\` wrote a line of more than 8 MiB
    note: one message is one line, and at most 8388608 bytes of it are taken
    help: let the tool answer with less, or in pages
    "
  `);
});

test("a command that cannot be started says so", async () => {
  const server = wrapped(["no-such-program"], bridge.address);
  expect(await once(server.child, "close")).toEqual([127, null]);
  expect(server.errors()).toContain("error[A024]: the MCP server `orders` could not be started");
});

test("an address that is none, and one where nobody listens, are clear errors", async () => {
  const odd = wrapped(hostile("echo"), "http://127.0.0.1:1");
  await once(odd.child, "close");
  expect(odd.errors()).toContain("is not the address of a wire for MCP servers");
  const gone = wrapped(hostile("echo"), "tcp://127.0.0.1:9/abc");
  expect(await once(gone.child, "close")).toEqual([1, null]);
  expect(gone.errors()).toContain("error[A027]");
});

test("without a wire a wrapped server is the server", async () => {
  const client = new Client({ name: "agent", version: "1.0.0" });
  const args = [fixture("wrap.mjs"), process.execPath, fixture("order-stdio.mjs")];
  await client.connect(new StdioClientTransport({ command: process.execPath, args }));
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(["get_order", "echo", "die"]);
  await client.close();
});
