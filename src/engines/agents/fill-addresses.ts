import { fillVariables, type Variables } from "../../subject/agents/index.ts";
import type { AgentConfig, UpstreamConfig } from "../../config/agent/agent-config.ts";

/**
 * The configuration with every address whole: what `${NAME}` stands for is looked up before
 * anything is started. `${PORT}` stays where a command is given one, as that is not known yet.
 */
export function fillAddresses(config: AgentConfig, env: Variables): AgentConfig {
  const fill = (url: string, where: string, isStarted: boolean): string =>
    fillVariables(url, isStarted ? { ...env, PORT: "${PORT}" } : env, where);
  const { tools, peers, mcp, model, upstream } = config;
  return {
    ...config,
    tools: tools.map((tool) => ({
      ...tool,
      url: fill(tool.url, "[[agent.tools]] url", tool.command !== undefined),
    })),
    peers: peers.map((peer) => ({
      ...peer,
      url: fill(peer.url, "[[agent.peers]] url", peer.command !== undefined),
    })),
    mcp: mcp.map((server) =>
      server.url === undefined
        ? server
        : { ...server, url: fill(server.url, "[[agent.mcp]] url", false) },
    ),
    model:
      model === undefined
        ? undefined
        : { ...model, baseUrl: fill(model.baseUrl, "[agent.model] base_url", false) },
    upstream: upstreamOf(upstream, env),
  };
}

// --- inside ---

function upstreamOf(upstream: UpstreamConfig, env: Variables): UpstreamConfig {
  if (upstream.kind !== "provider") return upstream;
  return {
    ...upstream,
    openai: fillVariables(upstream.openai, env, "[agent.upstream] openai"),
    anthropic: fillVariables(upstream.anthropic, env, "[agent.upstream] anthropic"),
  };
}
