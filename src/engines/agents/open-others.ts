import { type OpenPeer, openPeer } from "../../subject/agents/index.ts";
import type { AgentConfig } from "../../subject/config/agent-config.ts";
import type { McpBridge, WireHub } from "../../world/wires/index.ts";
import { noWires, servicesOf, wiresFor } from "./stage-environment.ts";
import type { Upstreams } from "./upstreams.ts";

/** Whom to tell of what was started. */
export interface OtherListeners {
  /** Is called as soon as something runs, so that it can be ended whatever happens next. */
  readonly onOpen: (opened: OpenPeer) => void;
  readonly locate: Upstreams["locate"];
}

/** Starts the services of tools, then the other agents; gives the agents. */
export async function openOthers(
  config: AgentConfig,
  wires: { readonly hub: WireHub; readonly bridge: McpBridge },
  { onOpen, locate }: OtherListeners,
): Promise<readonly OpenPeer[]> {
  const locateAt = (name: string, url: string, { url: started }: OpenPeer): void => {
    const { port } = new URL(started);
    locate(name, url.replaceAll("${PORT}", port));
  };
  for (const service of servicesOf(config)) {
    const opened = await openPeer(service, noWires);
    onOpen(opened);
    for (const { name, url } of service.tools) locateAt(name, url, opened);
  }
  const peers: OpenPeer[] = [];
  for (const peer of config.peers) {
    const opened = await openPeer(peer, wiresFor(config, peer.name, wires));
    onOpen(opened);
    peers.push(opened);
    locateAt(peer.name, peer.url, opened);
  }
  return peers;
}
