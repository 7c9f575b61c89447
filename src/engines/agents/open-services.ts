import { grouped } from "../../kernel/grouped.ts";
import { type OpenPeer, openPeer } from "../../subject/agents/index.ts";
import type { AgentConfig, PeerConfig, ToolConfig } from "../../subject/config/agent-config.ts";
import { noWires } from "./stage-environment.ts";
import type { Upstreams } from "./upstreams.ts";

/** Starts the services that tools need, one for each command, and says where each tool is. */
export async function openServices(
  config: AgentConfig,
  upstreams: Upstreams,
  signal: AbortSignal,
): Promise<{ close(): Promise<void> }> {
  const opened: OpenPeer[] = [];
  const close = async (): Promise<void> => {
    for (const one of opened.splice(0).toReversed()) await one.close();
  };
  try {
    for (const service of servicesOf(config)) {
      const started = await openPeer(service, noWires, signal);
      opened.push(started);
      for (const tool of service.tools) locate(tool, started, upstreams);
    }
    return { close };
  } catch (thrown) {
    await close();
    throw thrown;
  }
}

/** Says where something that was started is: at the port that it was given. */
export function locate(
  { name, url }: Pick<PeerConfig, "name" | "url">,
  started: OpenPeer,
  upstreams: Upstreams,
): void {
  const { port } = new URL(started.url);
  upstreams.locate(name, url.replaceAll("${PORT}", port));
}

// --- inside ---

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
