import { isLike } from "../../../kernel/values/like.ts";
import { LeftBaseError, leavesBase } from "../path-below.ts";
import type { Upstream } from "../upstream.ts";
import type { WireExchange, WireRoute } from "../wire-hub.ts";
import { passHttpCall } from "./http-call.ts";
import { McpHttpWire } from "./mcp-http.ts";
import { headOf } from "./path-head.ts";

/** Whatever an agent calls besides models. */
export interface ToolRouteOptions {
  readonly tools: readonly {
    readonly name: string;
    readonly url: string;
    readonly matchUrl?: string | undefined;
  }[];
  readonly mcp: readonly {
    readonly name: string;
    readonly url?: string | undefined;
    readonly command?: readonly string[] | undefined;
  }[];
  readonly peers: readonly {
    readonly name: string;
    readonly url: string;
    readonly protocol: "http" | "a2a" | "mcp";
  }[];
  /** Asked by the name of the tool, of the server or of the agent. */
  readonly upstream: Upstream;
}

/** The routes of tools over HTTP, MCP servers, other agents, and calls led here by the preload. */
export function toolRoutes(options: ToolRouteOptions): readonly WireRoute[] {
  const mcp = new McpHttpWire(options.upstream);
  return [
    { name: "tools", handle: (exchange) => passTool(exchange, options) },
    { name: "mcp", handle: (exchange) => passMcp(exchange, options, mcp) },
    { name: "peers", handle: (exchange) => passPeer(exchange, options, mcp) },
    { name: "to", handle: (exchange) => passLed(exchange, options) },
  ];
}

// --- inside ---

async function passTool(exchange: WireExchange, options: ToolRouteOptions): Promise<void> {
  const { name, rest } = headOf(exchange.path);
  const tool = options.tools.find((one) => one.name === name);
  if (tool === undefined) return unknown(exchange, `no tool is called \`${name}\``);
  const url = `${tool.url.replace(/\/$/u, "")}${rest}`;
  const call = { exchange, tool: name, wire: "http", to: name, path: rest, url } as const;
  return passHttpCall({ ...call, isRpc: false }, options.upstream);
}

async function passMcp(
  exchange: WireExchange,
  options: ToolRouteOptions,
  wire: McpHttpWire,
): Promise<void> {
  const { name, rest } = headOf(exchange.path);
  const url = options.mcp.find((one) => one.name === name)?.url;
  if (url === undefined) return unknown(exchange, `no MCP server is called \`${name}\``);
  return wire.pass(exchange, { name, url, wire: "mcp" }, rest);
}

async function passPeer(
  exchange: WireExchange,
  options: ToolRouteOptions,
  wire: McpHttpWire,
): Promise<void> {
  const { name, rest } = headOf(exchange.path);
  const peer = options.peers.find((one) => one.name === name);
  if (peer === undefined) return unknown(exchange, `no other agent is called \`${name}\``);
  if (peer.protocol === "mcp") {
    return wire.pass(exchange, { name, url: peer.url, wire: "peer" }, rest);
  }
  const url = `${peer.url.replace(/\/$/u, "")}${rest}`;
  const isRpc = peer.protocol === "a2a";
  const call = { exchange, tool: name, wire: "peer", to: name, path: rest, url, isRpc } as const;
  // Whoever only looks who the other agent is, or whether it lives, asks it nothing.
  const isCard = isRpc && exchange.request.method === "GET";
  return passHttpCall({ ...call, isSilent: isCard }, options.upstream);
}

/** Only addresses that a tool names are passed on, so that this is no way to everywhere. */
async function passLed(exchange: WireExchange, options: ToolRouteOptions): Promise<void> {
  const { name, rest } = headOf(exchange.path);
  const origin = Buffer.from(name, "base64url").toString("utf8");
  const url = `${origin}${rest}`;
  if (!isOrigin(origin)) return unknown(exchange, "this is not an address");
  const tool = options.tools.find(
    ({ matchUrl }) => matchUrl !== undefined && isLike(matchUrl, url),
  );
  if (tool === undefined) return unknown(exchange, "no tool has such an address");
  const path = pathBelow(tool.url, url, rest);
  if (path === undefined) {
    return unknown(exchange, `${url} is not below ${tool.url}, where \`${tool.name}\` is`);
  }
  const call = { exchange, tool: tool.name, wire: "http", to: tool.name, path, url } as const;
  return passHttpCall({ ...call, isRpc: false }, options.upstream);
}

/** Whether it says where somebody is and nothing else: no user, no path, no query. */
function isOrigin(text: string): boolean {
  if (!URL.canParse(text) || !/^https?:/u.test(text)) return false;
  const { href, origin } = new URL(text);
  return href === `${origin}/`;
}

/** What is asked of the tool; one that is somewhere else is asked for the same path there. */
function pathBelow(base: string, url: string, rest: string): string | undefined {
  const bare = base.replace(/\/+$/u, "");
  // The address of a service that is started with the agent has no port yet, so it is another one.
  if (!URL.canParse(base) || new URL(base).origin !== new URL(url).origin) return rest;
  const isBelow = url.startsWith(bare) && /^(?:[/?]|$)/u.test(url.slice(bare.length));
  const path = isBelow ? url.slice(bare.length) : undefined;
  if (path !== undefined && leavesBase(path)) throw new LeftBaseError();
  return path;
}

function unknown({ response, scope }: WireExchange, why: string): void {
  response.writeHead(404, { "content-type": "application/json" });
  response.end(JSON.stringify({ error: { message: scope.mask.text(`Gauntlet: ${why}`) } }));
}
