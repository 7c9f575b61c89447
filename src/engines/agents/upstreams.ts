import path from "node:path";
import type { SecretMask } from "../../kernel/agent/index.ts";
import type { AgentConfig } from "../../config/agent/agent-config.ts";
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
  /** Which questions got an answer that was not quite theirs. */
  readonly differences?: readonly string[];
  /** Is told of each turn before it is sent. */
  beginTurn?(turn: number): void;
}

/** Who answers the agent: for each conversation anew, as recordings are played from the start. */
export interface Upstreams {
  readonly models: () => Answerer;
  /** Tools, servers and other agents, wherever they really are, or what was recorded of them. */
  readonly tools: Upstream;
  /** What was recorded of them, where a recording answers: nobody else is asked then. */
  readonly recorded: (() => Answerer) | undefined;
  /** Says where something really is; the services that are started with the agent come late. */
  readonly locate: (name: string, url: string) => void;
}

/** Reads scripts and recordings, and makes ready whoever answers. */
export async function openUpstreams(config: AgentConfig, mask: SecretMask): Promise<Upstreams> {
  const located = new Map<string, Upstream>();
  const locate = (name: string, url: string): void => {
    located.set(name, providerUpstream({ [name]: url }));
  };
  for (const { name, url } of [...config.tools, ...config.peers, ...config.mcp]) {
    // What is started with the agent has no port yet; it is located when it listens.
    if (url !== undefined && !url.includes("${PORT}")) locate(name, url);
  }
  const nowhere = providerUpstream({});
  const tools: Upstream = {
    answer: (request, signal) => (located.get(request.to) ?? nowhere).answer(request, signal),
  };
  const models = await modelsOf(config, mask);
  if (config.upstream.kind !== "cassette") return { models, tools, recorded: undefined, locate };
  return { models, tools: models(), recorded: models, locate };
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
      // What was recorded in one go is asked for conversation by conversation, in any order.
      const options = { mask, begins: "anywhere" } as const;
      return () => cassetteUpstream(cassette, upstream.match, options);
    }
  }
}
