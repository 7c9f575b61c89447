import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SecretMask } from "../../../src/kernel/secrets/secret-mask.ts";
import { toolRoutes } from "../../../src/world/wires/tools/tool-routes.ts";
import { providerUpstream } from "../../../src/world/wires/upstream/provider-upstream.ts";
import { WireHub } from "../../../src/world/wires/wire-hub.ts";
import { orderWords } from "./fixtures/order-server.mjs";
import { expected, table } from "./http-fault-table.ts";
import {
  type Listening,
  listening,
  openHub,
  orderService,
  scopeWith,
  story,
  toolFault,
} from "./tool-world.ts";

/** An agent's own code, which only knows the address it was given. */
async function lookUp(base: string): Promise<string> {
  try {
    const response = await fetch(`${base}/orders/ORD-1042`);
    return response.ok ? orderWords(await response.text()) : `status ${response.status}`;
  } catch (thrown) {
    return `threw ${(thrown as Error).name}`;
  }
}

describe("a tool over HTTP", () => {
  let service: Listening;
  let hub: WireHub;
  let base: string;
  beforeAll(async () => {
    service = await orderService();
    hub = await openHub({ tools: [{ name: "orders", url: service.url }] });
    base = `${hub.urlFor("clerk", "tools")}/orders`;
  });
  afterAll(async () => {
    await hub.close();
    await service[Symbol.asyncDispose]();
  });

  test("every fault is seen by the agent's own code", async () => {
    expect(await table(hub, () => lookUp(base))).toEqual(expected);
  });

  test("the journal has what the agent asked and was given, without its keys", async () => {
    const scope = scopeWith([toolFault("error", { tool: "orders", trigger: { on: [2] } })]);
    hub.begin(scope);
    const headers = { authorization: "Bearer very-secret-word" };
    const body = "the very-secret-word in a body";
    await (await fetch(`${base}/orders/very-secret-word?x=1`, { headers })).text();
    await (await fetch(`${base}/orders`, { method: "POST", body, headers })).text();
    hub.end();
    expect(story(scope.journal.events)).toMatchInlineSnapshot(`
      [
        "clerk → orders (http): GET /orders/[secret]?x=1",
        "clerk ← orders: {"id":"[secret]?x=1","customer":"Maria Lind","total":49.5,"status":"shipped","isPaid":true,"placed":"2026-03-14"}",
        "clerk → orders (http): POST /orders the [secret] in a body",
        "⚡ clerk orders error #2: error 503",
        "clerk ← orders failed: {"error":{"message":"the tool failed with status 503"}}",
      ]
    `);
    expect(scope.isDirect("orders")).toBe(true);
  });

  test("the journal has what a retry is judged by: the wait that was told, the key", async () => {
    await using busy = await listening((_request, response) => {
      response.writeHead(429, { "retry-after": "2" }).end("busy");
    });
    const wires = await openHub({ tools: [{ name: "busy", url: busy.url }] });
    const scope = scopeWith([]);
    wires.begin(scope);
    const headers = { "idempotency-key": "refund of ORD-1042" };
    const asked = { method: "POST", body: "of ORD-1042", headers };
    await (await fetch(`${wires.urlFor("clerk", "tools")}/busy`, asked)).text();
    await wires.settled(scope);
    expect(scope.journal.events).toMatchObject([
      { arguments: "POST / of ORD-1042", idempotencyKey: "refund of ORD-1042" },
      { text: "busy", isError: true, retryAfterMs: 2_000 },
    ]);
    await wires.close();
  });

  test("a fault tells when to come back where it says so, in any form", async () => {
    const waits = { retryAfterSeconds: 2 } as const;
    for (const [more, header, ms] of [
      [{ errorCode: 429, ...waits }, ["retry-after", /^2$/u], 2_000],
      [{ ...waits, retryAfterForm: "ms" }, ["retry-after-ms", /^2000$/u], 2_000],
      [{ ...waits, retryAfterForm: "date" }, ["retry-after", /GMT$/u], expect.any(Number)],
      [{ errorCode: 429 }, ["retry-after", /^null$/u], undefined],
      [{ ...waits, retryAfterForm: "none" }, ["retry-after", /^null$/u], undefined],
    ] as const) {
      const scope = scopeWith([toolFault("error", { tool: "orders", ...more })]);
      hub.begin(scope);
      const response = await fetch(`${base}/orders/1`);
      await response.text();
      hub.end();
      expect(String(response.headers.get(header[0]))).toMatch(header[1]);
      const answer = scope.journal.events.find(({ kind }) => kind === "tool-answer");
      expect(answer).toMatchObject(ms === undefined ? {} : { retryAfterMs: ms });
      expect(ms === undefined && answer !== undefined && "retryAfterMs" in answer).toBe(false);
    }
  });

  test("the first piece passes before the second exists", async () => {
    let finish = (): void => undefined;
    await using slow = await listening((_request, response) => {
      response.write("first");
      finish = () => response.end("second");
    });
    const wires = await openHub({ tools: [{ name: "slow", url: slow.url }] });
    wires.begin(scopeWith([]));
    const response = await fetch(`${wires.urlFor("clerk", "tools")}/slow`);
    const reader = response.body?.getReader();
    const first = await reader?.read();
    expect(Buffer.from(first?.value ?? []).toString()).toBe("first");
    finish();
    const second = await reader?.read();
    expect(Buffer.from(second?.value ?? []).toString()).toBe("second");
    await wires.close();
  });

  test("an agent that goes away takes its call with it", async () => {
    let isGone: Promise<unknown> | undefined;
    let hasCome = (): void => undefined;
    const come = new Promise<void>((resolve) => {
      hasCome = resolve;
    });
    await using silent = await listening((request) => {
      isGone = new Promise((resolve) => {
        request.once("close", resolve);
      });
      hasCome();
    });
    const wires = await openHub({ tools: [{ name: "silent", url: silent.url }] });
    const stop = new AbortController();
    const asked = fetch(`${wires.urlFor("clerk", "tools")}/silent`, { signal: stop.signal });
    await come;
    stop.abort();
    await expect(asked).rejects.toThrow("abort");
    await isGone;
    await wires.close();
  });

  test("each cookie is a header of its own, whether a fault strikes or not", async () => {
    await using shop = await listening((_request, response) => {
      response.setHeader("set-cookie", ["a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT", "b=2"]);
      response.end('{"id":"A17"}');
    });
    const upstream = providerUpstream({ shop: shop.url });
    const tools = [{ name: "shop", url: shop.url }];
    const routes = toolRoutes({ tools, mcp: [], peers: [], upstream });
    const wires = await WireHub.open(routes, { mask: new SecretMask() });
    for (const faults of [[], [toolFault("malformed")]]) {
      wires.begin(scopeWith(faults));
      const { headers } = await fetch(`${wires.urlFor("clerk", "tools")}/shop`);
      expect(headers.getSetCookie()).toHaveLength(2);
    }
    await wires.close();
  });

  test("a key in an address is in no journal", async () => {
    await using asked = await listening((_request, response) => void response.end("done"));
    const wires = await openHub({ tools: [{ name: "search", url: asked.url }] });
    const scope = scopeWith([]);
    wires.begin(scope);
    await fetch(`${wires.urlFor("clerk", "tools")}/search?q=tea&api_key=plain-words-7`);
    const told = JSON.stringify(scope.journal.events);
    expect(told).toContain("q=tea");
    expect(told).not.toContain("plain-words-7");
    await wires.close();
  });

  test("a call of more than 32 MiB is refused, and the agent is told so", async () => {
    await using asked = await orderService();
    const wires = await openHub({ tools: [{ name: "orders", url: asked.url }] });
    wires.begin(scopeWith([]));
    const response = await fetch(`${wires.urlFor("clerk", "tools")}/orders`, {
      method: "POST",
      body: Buffer.alloc(33 * 1_048_576, " "),
    });
    expect(response.status).toBe(413);
    await wires.close();
  });

  test("a tool that nobody named, and one that is down, are told apart", async () => {
    const wires = await openHub({ tools: [{ name: "down", url: "http://127.0.0.1:9" }] });
    const scope = scopeWith([]);
    wires.begin(scope);
    expect((await fetch(`${wires.urlFor("clerk", "tools")}/other`)).status).toBe(404);
    expect((await fetch(`${wires.urlFor("clerk", "tools")}/down`)).status).toBe(502);
    expect(story(scope.journal.events).at(-1)).toContain("clerk ← down failed");
    await wires.close();
  });
});
