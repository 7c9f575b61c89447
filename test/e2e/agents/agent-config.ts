import type { AgentWires, AskOptions } from "../../../src/subject/agents/index.ts";
import type { AgentConfig, AgentReach } from "../../../src/config/agent/agent-config.ts";

/** An agent whose surroundings ask for nothing. */
export const noWires: AgentWires = { env: {}, preload: undefined };

/** How an agent is asked in one conversation. */
export function how(): AskOptions {
  return { session: "s-1", signal: new AbortController().signal };
}

type Loose<Reach> = Reach extends { readonly type: string }
  ? Pick<Reach, "type"> & Partial<Reach>
  : never;

/** A config that has only what reaching an agent reads; the rest is as small as it can be. */
export function agentConfig(
  reach: Loose<AgentReach>,
  directory: string = process.cwd(),
): AgentConfig {
  const http = {
    method: "POST",
    headers: {},
    query: {},
    template: { input: "{prompt}" },
    responsePath: undefined,
    parsesFields: true,
  };
  const filled = { ...http, command: undefined, url: undefined, argument: "prompt", env: {} };
  return {
    name: "agent",
    // What one type does not read stands there for another.
    reach: { ...filled, ...reach } as AgentReach,
    prompts: ["hello"],
    seed: 1,
    trials: 1,
    timeoutMs: 10_000,
    answerBytesMax: 65_536,
    shrinkBudget: 0,
    reset: undefined,
    port: undefined,
    secrets: [],
    directory,
    upstream: { kind: "scripted", file: "none" },
    tools: [],
    mcp: [],
    peers: [],
    invariants: [],
    mutations: {
      count: 0,
      types: [],
      weights: new Map(),
      customTemplates: new Map(),
      custom: undefined,
      lockfile: undefined,
    },
    model: undefined,
    chaos: undefined,
    profiles: new Map(),
    contract: undefined,
    replays: { sessions: [], sources: [] },
    scoring: { mutation: 0.2, chaos: 0.35, contract: 0.35, replay: 0.1, minimum: 0 },
    certificate: {
      testerName: "",
      passThreshold: 0.8,
      outputFormat: "all",
      output: "none",
      key: "none",
      expiresDays: 1,
    },
  };
}
