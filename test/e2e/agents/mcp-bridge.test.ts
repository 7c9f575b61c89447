import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { createInterface, type Interface } from "node:readline";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SecretMask } from "../../../src/kernel/agent/secret-mask.ts";
import { McpBridge } from "../../../src/world/wires/tools/mcp-bridge.ts";
import type { WireScope } from "../../../src/world/wires/wire-scope.ts";
import { fixture, scopeWith, story, toolFault } from "./tool-world.ts";

let bridge: McpBridge;
let scope: WireScope = scopeWith([]);
beforeAll(async () => {
  bridge = await McpBridge.open({ scope: () => scope, mask: new SecretMask() });
});
afterAll(() => bridge.close());

interface Wrapped {
  readonly child: ChildProcessWithoutNullStreams;
  readonly lines: Interface;
  readonly errors: () => string;
}

/** A wrapped server, as a process that is talked to in lines. */
function wrapped(command: readonly string[], wire: string | undefined = bridge.address): Wrapped {
  const env = { ...process.env, ...(wire === undefined ? {} : { GAUNTLET_WIRE: wire }) };
  const child = spawn(process.execPath, [fixture("wrap.mjs"), ...command], { env });
  let errors = "";
  child.stderr.on("data", (text) => {
    errors += String(text);
  });
  return { child, lines: createInterface({ input: child.stdout }), errors: () => errors };
}

function hostile(way: string): readonly string[] {
  return [process.execPath, fixture("hostile-server.mjs"), way];
}

const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "x" } };

async function nextLine({ lines }: Wrapped): Promise<string> {
  const [line] = (await once(lines, "line")) as [string];
  return line;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

test("what is no message passes untouched, from the server and from the client", async () => {
  const server = wrapped(hostile("garbage"));
  expect(await nextLine(server)).toBe("not JSON at all {{{");
  server.child.stdin.end();
  expect(await once(server.child, "exit")).toEqual([0, null]);
  const echo = wrapped(hostile("echo"));
  for (const line of ['{"jsonrpc":"2.0", "id":1, "method":"tools/call"', '[ {"a" : 1}]']) {
    echo.child.stdin.write(`${line}\n`);
    expect(await nextLine(echo)).toBe(line);
  }
  echo.child.stdin.end();
  expect(await once(echo.child, "exit")).toEqual([0, null]);
});

test("a line of 10 MiB ends the server with an error that says why", async () => {
  const server = wrapped(hostile("huge"));
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

test("a server ends with its client, even one that would stay", async () => {
  const server = wrapped(hostile("stays"));
  server.child.stdin.write(`${JSON.stringify(call)}\n`);
  const answer = JSON.parse(await nextLine(server)) as {
    readonly result: { readonly content: readonly [{ readonly text: string }] };
  };
  const pid = Number(answer.result.content[0].text);
  expect(isAlive(pid)).toBe(true);
  server.child.kill("SIGKILL");
  await expect.poll(() => isAlive(pid), { timeout: 5_000 }).toBe(false);
});

test("a command that cannot be started says so", async () => {
  const server = wrapped(["no-such-program"]);
  expect(await once(server.child, "close")).toEqual([127, null]);
  expect(server.errors()).toContain("error[A024]: the MCP server `orders` could not be started");
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

test("a client sees that its server died, that a tool drifted, and may give up waiting", async () => {
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
