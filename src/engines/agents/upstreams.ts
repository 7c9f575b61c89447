import path from "node:path";
import type { SecretMask } from "../../kernel/agent/index.ts";
import type { AgentConfig } from "../../subject/config/agent-config.ts";
import {
  cassetteUpstream,
  providerUpstream,
  readCassette,
  readScript,
  scriptedUpstream,
  type Upstream,
} from "../../world/wires/index.ts";

/** Someone who answers, and what they were asked and could not answer. */
export interface Answerer extends Upstream {
  readonly misses?: readonly string[];
}

/** Who answers the agent: for each conversation anew, as recordings are played from the start. */
export interface Upstreams {
  readonly models: () => Answerer;
  /** Tools, servers and other agents, wherever they really are. */
  readonly tools: Upstream;
  /** Says where something really is; the services that are started with the agent come late. */
  readonly locate: (name: string, url: string) => void;
}

/** Reads scripts and recordings, and makes ready whoever answers. */
export async function openUpstreams(config: AgentConfig, mask: SecretMask): Promise<Upstreams> {
  const origins: Record<string, string> = {};
  const locate = (name: string, url: string): void => {
    origins[name] = url;
  };
  for (const { name, url } of [...config.tools, ...config.peers]) locate(name, url);
  for (const { name, url } of config.mcp) if (url !== undefined) locate(name, url);
  return { models: await modelsOf(config, mask), tools: providerUpstream(origins), locate };
}

// --- inside ---

async function modelsOf(config: AgentConfig, mask: SecretMask): Promise<() => Answerer> {
  const { upstream, directory } = config;
  switch (upstream.kind) {
    case "provider": {
      const { openai, anthropic } = upstream;
      const provider = providerUpstream({ openai, anthropic });
      return () => provider;
    }
    case "scripted": {
      const shown = path.relative(directory, upstream.file);
      const script = await readScript({ file: upstream.file, shown });
      return () => scriptedUpstream(script);
    }
    case "cassette": {
      const shown = path.relative(directory, upstream.file);
      const cassette = await readCassette({ file: upstream.file, shown });
      return () => cassetteUpstream(cassette, upstream.match, { mask });
    }
  }
}
