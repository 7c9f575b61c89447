import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SecretMask } from "../../../src/kernel/secrets/secret-mask.ts";
import { toolRoutes } from "../../../src/world/wires/tools/tool-routes.ts";
import type { Upstream } from "../../../src/world/wires/upstream.ts";
import { WireHub } from "../../../src/world/wires/wire-hub.ts";
import { expected, table } from "./http-fault-table.ts";
import {
  fixture,
  type Listening,
  listening,
  openHub,
  orderService,
  scopeWith,
  toolFault,
} from "./tool-world.ts";

test("a led call reaches a service that has no port before it listens", async () => {
  const asked: string[] = [];
  const upstream: Upstream = {
    answer({ to, path }) {
      asked.push(`${to} ${path}`);
      const body = new Blob(["{}"]).stream() as unknown as AsyncIterable<Uint8Array>;
      return Promise.resolve({ status: 200, headers: {}, body });
    },
  };
  const tool = {
    name: "orders",
    url: "http://127.0.0.1:${PORT}/api",
    matchUrl: "http://shop.example/*",
  };
  const routes = toolRoutes({ tools: [tool], mcp: [], peers: [], upstream });
  const hub = await WireHub.open(routes, { mask: new SecretMask() });
  hub.begin(scopeWith([]));
  const origin = Buffer.from("http://shop.example").toString("base64url");
  const { status } = await fetch(`${hub.urlFor("clerk", "to")}/${origin}/7`);
  await hub.close();
  expect({ status, asked }).toEqual({ status: 200, asked: ["orders /7"] });
});

test("a led call goes where the tool really is, and nowhere that no tool names", async () => {
  await using service = await listening(({ url }, response) => void response.end(url));
  await using other = await orderService();
  const tool = { name: "orders", url: `${service.url}/api`, matchUrl: `${service.url}/*` };
  const hub = await openHub({ tools: [tool] });
  const led = (origin: string): string =>
    `${hub.urlFor("clerk", "to")}/${Buffer.from(origin).toString("base64url")}`;
  const seen: string[] = [];
  for (const url of [
    `${led(service.url)}/api/orders?x=1`,
    `${led(service.url)}/apis`,
    `${led(other.url)}/api/orders`,
    `${led("nowhere")}/api`,
  ]) {
    const response = await fetch(url);
    seen.push(response.ok ? await response.text() : `status ${response.status}`);
  }
  await hub.close();
  expect(seen).toEqual(["/api/orders?x=1", "status 404", "status 404", "status 404"]);
});

describe("an agent with an address in its code, and the preload", () => {
  const address = "https://orders.example.com/orders/ORD-1042";
  let service: Listening;
  let echo: Listening;
  let hub: WireHub;
  let agent: ChildProcess;
  let said: AsyncIterator<string>;
  beforeAll(async () => {
    service = await orderService();
    echo = await listening((request, response) => void request.pipe(response));
    const tools = [
      { name: "orders", url: service.url, matchUrl: "http*://orders.example.com/*" },
      { name: "echo", url: echo.url, matchUrl: "http://echo.example.com/*" },
    ];
    hub = await openHub({ tools });
    const preload = new URL("../../../dist/world/wires/tools/preload.js", import.meta.url);
    agent = spawn(process.execPath, [fixture("led-agent.mjs")], {
      stdio: ["pipe", "pipe", "inherit"],
      env: {
        ...process.env,
        NODE_OPTIONS: `--import ${fileURLToPath(preload)}`,
        GAUNTLET_REDIRECT: JSON.stringify({
          to: hub.urlFor("clerk", "to"),
          patterns: tools.map(({ matchUrl }) => matchUrl),
        }),
      },
    });
    const { stdout } = agent;
    if (stdout === null) throw new Error("it has a pipe");
    said = createInterface({ input: stdout })[Symbol.asyncIterator]();
  });
  afterAll(async () => {
    agent.kill();
    await hub.close();
    await service[Symbol.asyncDispose]();
    await echo[Symbol.asyncDispose]();
  });

  async function say(way: string, url = address): Promise<string> {
    agent.stdin?.write(`${way} ${url}\n`);
    const { value } = await said.next();
    return JSON.parse(String(value)) as string;
  }

  test("every fault is seen by code that calls fetch", async () => {
    expect(await table(hub, () => say("fetch"))).toEqual(expected);
  });

  for (const way of ["get", "request", "undici"]) {
    const name = way === "undici" ? "undici.request" : `http.${way} and https.${way}`;
    test(`a fault is seen by code that calls ${name}`, async () => {
      const scope = scopeWith([toolFault("error", { trigger: { on: [1] } })]);
      hub.begin(scope);
      expect(await say(way)).toBe("status 503");
      expect(await say(way)).toContain("Maria Lind");
      expect(await say(way, address.replace("https", "http"))).toContain("Maria Lind");
      hub.end();
      expect(scope.strikes.length).toBe(1);
    });
  }

  test("processes and threads that it starts are led too", async () => {
    const scope = scopeWith([toolFault("wrong_entity")]);
    hub.begin(scope);
    expect([await say("child"), await say("thread")]).toEqual(["Lou Petit", "Tom Ekberg"]);
    hub.end();
  });

  test("bodies that are streams and signals that abort work as they did", async () => {
    const scope = scopeWith([toolFault("timeout", { delayMs: 60_000 })]);
    hub.begin(scope);
    expect(await say("abort")).toBe("TimeoutError");
    hub.end();
    expect(await say("stream", "http://echo.example.com/say")).toBe("one two three");
  });

  test("addresses that no tool names are left alone", async () => {
    await using other = await orderService();
    const scope = scopeWith([toolFault("error")]);
    hub.begin(scope);
    for (const way of ["fetch", "get", "request", "undici"]) {
      expect(await say(way, `${other.url}/orders/ORD-1`)).toContain("ORD-1 Maria Lind");
    }
    hub.end();
    expect(scope.journal.events).toEqual([]);
  });
});
