import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import type { AgentEvent } from "../../../src/kernel/agent/agent-event.ts";
import type { AgentFault, ToolFault } from "../../../src/kernel/agent/agent-fault.ts";
import type { ToolFaultMode } from "../../../src/kernel/agent/fault-modes.ts";
import { FaultPlan } from "../../../src/kernel/agent/fault-plan.ts";
import { SecretMask } from "../../../src/kernel/secrets/secret-mask.ts";
import { type ToolRouteOptions, toolRoutes } from "../../../src/world/wires/tools/tool-routes.ts";
import type { Upstream } from "../../../src/world/wires/upstream.ts";
import { WireHub } from "../../../src/world/wires/wire-hub.ts";
import { WireScope } from "../../../src/world/wires/wire-scope.ts";
import { order, orderServer } from "./fixtures/order-server.mjs";

/** A fault of a tool that strikes every call, unless it says otherwise. */
export function toolFault(mode: ToolFaultMode, more: Partial<ToolFault> = {}): ToolFault {
  return { id: mode, layer: "tool", tool: "*", mode, trigger: {}, ...more };
}

/** A conversation in which these faults strike. */
export function scopeWith(faults: readonly AgentFault[], mask = new SecretMask()): WireScope {
  const plan = new FaultPlan(faults, { seed: 7, cell: "cell" });
  return new WireScope({ plan, mask, canary: "CNRY-1", now: () => 0, directTools: [] });
}

/** The journal in short: who called what, what struck, what was given. */
export function story(events: readonly AgentEvent[]): readonly string[] {
  return events.map((event) => {
    switch (event.kind) {
      case "tool-call":
        return `${event.agent} → ${event.tool} (${event.wire}): ${event.arguments}`;
      case "tool-answer":
        return `${event.agent} ← ${event.tool}${event.isError ? " failed" : ""}: ${event.text}`;
      case "fault":
        return `⚡ ${event.agent} ${event.target} ${event.mode} #${event.ordinal}: ${event.detail}`;
      default:
        return event.kind;
    }
  });
}

/** Somebody who listens on loopback. */
export interface Listening extends AsyncDisposable {
  readonly url: string;
}

/** Listens on a free port. */
export async function listening(handle: RequestListener): Promise<Listening> {
  const server = createServer(handle);
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => {
        server.close(resolve);
      });
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Asks whoever really answers. */
export function realUpstream(urls: Readonly<Record<string, string>>): Upstream {
  return {
    async answer({ to, method, path, headers, body }, signal) {
      const sent = body.length === 0 ? {} : { body: Buffer.from(body) };
      const response = await fetch(`${urls[to]}${path}`, { method, headers, signal, ...sent });
      const pieces = response.body ?? new Blob([]).stream();
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: pieces as AsyncIterable<Uint8Array>,
      };
    },
  };
}

/** The wires of tools, with those who answer. */
export async function openHub(
  options: Partial<Omit<ToolRouteOptions, "upstream">>,
): Promise<WireHub> {
  const { tools = [], mcp = [], peers = [] } = options;
  const all = [...tools, ...mcp, ...peers];
  const upstream = realUpstream(Object.fromEntries(all.map(({ name, url = "" }) => [name, url])));
  return WireHub.open(toolRoutes({ tools, mcp, peers, upstream }), { mask: new SecretMask() });
}

/** The order tool as a plain service: `GET /orders/<id>`. */
export function orderService(): Promise<Listening> {
  return listening((request, response) => {
    const id = request.url?.split("/").at(-1);
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ ...order, id }));
  });
}

/** The order tool as an MCP server behind streamable HTTP, answering with events or with JSON. */
export function orderMcp(answers: "events" | "json"): Promise<Listening> {
  return listening((request, response) => {
    const transport = new StreamableHTTPServerTransport({
      enableJsonResponse: answers === "json",
      sessionIdGenerator: undefined,
    } as unknown as ConstructorParameters<typeof StreamableHTTPServerTransport>[0]);
    response.once("close", () => void transport.close());
    void orderServer()
      .connect(transport as Parameters<ReturnType<typeof orderServer>["connect"]>[0])
      .then(() => transport.handleRequest(request, response));
  });
}

/** Where a fixture is. */
export function fixture(name: string): string {
  return fileURLToPath(new URL(`fixtures/${name}`, import.meta.url));
}
