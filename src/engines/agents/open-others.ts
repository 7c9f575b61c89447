import { grouped } from "../../kernel/values/grouped.ts";
import { type OpenPeer, openPeer } from "../../subject/agents/index.ts";
import type { AgentConfig, PeerConfig, ToolConfig } from "../../config/agent/agent-config.ts";
import type { McpBridge, WireHub } from "../../world/wires/index.ts";
import { noWires, wiresFor } from "./stage-environment.ts";
import type { Upstreams } from "./upstreams.ts";

/** What was started beside the agent. */
export interface Others {
  readonly peers: readonly OpenPeer[];
  close(): Promise<void>;
}

/** Starts the services that tools need, one for each command, and then the other agents. */
export async function openOthers(
  config: AgentConfig,
  wires: { readonly hub: WireHub; readonly bridge: McpBridge },
  { upstreams, signal }: { readonly upstreams: Upstreams; readonly signal: AbortSignal },
): Promise<Others> {
  const opened: OpenPeer[] = [];
  const peers: OpenPeer[] = [];
  const close = async (): Promise<void> => {
    for (const one of opened.splice(0).toReversed()) await one.close();
  };
  try {
    for (const service of servicesOf(config)) {
      const started = await openPeer(service, noWires, { signal, table: "[[agent.tools]]" });
      opened.push(started);
      for (const tool of service.tools) locate(tool, started, upstreams);
    }
    for (const peer of config.peers) {
      const started = await openPeer(peer, wiresFor(config, peer.name, wires), { signal });
      opened.push(started);
      peers.push(started);
      locate(peer, started, upstreams);
    }
    return { peers, close };
  } catch (thrown) {
    await close();
    throw thrown;
  }
}

// --- inside ---

/** Says where something that was started is: at the port that it was given. */
function locate(
  { name, url }: Pick<PeerConfig, "name" | "url">,
  started: OpenPeer,
  upstreams: Upstreams,
): void {
  const { port } = new URL(started.url);
  upstreams.locate(name, url.replaceAll("${PORT}", port));
}

function servicesOf({
  tools,
  directory,
}: AgentConfig): readonly (PeerConfig & { readonly tools: readonly ToolConfig[] })[] {
  const started = tools.filter(({ command }) => command !== undefined);
  return [...grouped(started, ({ command }) => JSON.stringify(command)).values()].map((own) => {
    const [{ name, url, command }] = own;
    const kind = { protocol: "http", env: undefined, reset: undefined } as const;
    return { name, url, command, directory, tools: own, ...kind };
  });
}
