import type { AgentAnswer } from "../../kernel/agent/agent-input.ts";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import type { AgentConfig, AgentReach, PeerConfig } from "../../config/agent/agent-config.ts";
import type { Agent, AgentWires, AskLimits } from "./agent.ts";
import { childEnvironment } from "./child-group.ts";
import { fillTable, fillVariables, type Variables } from "./fill-variables.ts";
import { FunctionAgent, FunctionProcess } from "./function-agent.ts";
import { HttpAgent } from "./http-agent.ts";
import { McpAgent } from "./mcp-agent.ts";
import { HttpWay, StdioWay } from "./mcp-client.ts";
import { ProcessAgent } from "./process-agent.ts";
import { resetAgent } from "./reset-agent.ts";
import { type StartedServer, startServer } from "./started-server.ts";

/** Another agent that runs. */
export interface OpenPeer {
  /** Where it is. */
  readonly url: string;
  reset(): Promise<void>;
  close(): Promise<void>;
}

/** Starts what the config says is to be started, and gives an agent that can be asked. */
export async function openAgent(
  config: AgentConfig,
  wires: AgentWires,
  signal: AbortSignal = unstopped,
): Promise<Agent> {
  const { reach, reset, name, timeoutMs, answerBytesMax, directory } = config;
  const limits = { timeoutMs, answerBytesMax };
  const env = reach.type === "http" ? {} : ownEnvironment(reach);
  const functions = new FunctionProcess({ wires, limits, cwd: directory, env });
  try {
    const reached = await openReach(config, { wires, limits, functions, signal });
    return {
      ask: (input, how) => reached.ask(input, how),
      reset: async () => {
        if (reset === undefined) return;
        await resetAgent(reset, { name, variables: reached.variables, functions });
      },
      close: async () => {
        await reached.close();
        await functions.close();
      },
    };
  } catch (error) {
    await functions.close();
    throw error;
  }
}

/** Starts another agent, or what a tool needs, where its table of the config says how. */
export async function openPeer(
  peer: PeerConfig,
  wires: AgentWires,
  {
    signal = unstopped,
    table = "[[agent.peers]]",
  }: { readonly signal?: AbortSignal; readonly table?: string } = {},
): Promise<OpenPeer> {
  const { name, url, command, reset, directory } = peer;
  const limits = { timeoutMs: peerTimeoutMs, answerBytesMax: peerAnswerMax };
  const functions = new FunctionProcess({ wires, limits, cwd: directory, env: {} });
  const plan = { name, url, env: {}, cwd: directory, table, urlKey: "url", signal };
  const server = command === undefined ? running() : await startServer({ ...plan, command }, wires);
  return {
    url: fillVariables(url, server.variables, `${table} url`),
    reset: async () => {
      if (reset === undefined) return;
      await resetAgent(reset, { name, variables: server.variables, functions });
    },
    close: async () => {
      await server.close();
      await functions.close();
    },
  };
}

// --- inside ---

/** For whoever has no way to stop what is started. */
const unstopped = new AbortController().signal;

const peerTimeoutMs = 30_000;
const peerAnswerMax = 65_536;
const endMsMax = 1_000; // only where an answer broke off

/** An agent before it can be reset. */
interface Opened extends Pick<Agent, "ask" | "close"> {
  readonly variables: Variables;
}

interface OpenOptions {
  readonly wires: AgentWires;
  readonly limits: AskLimits;
  readonly functions: FunctionProcess;
  /** Ends the start, where it has not come to its end. */
  readonly signal: AbortSignal;
}

async function openReach(config: AgentConfig, options: OpenOptions): Promise<Opened> {
  const { reach, directory } = config;
  const { limits, functions, wires, signal } = options;
  switch (reach.type) {
    case "http":
      return openHttp(config, reach, options);
    case "function": {
      await functions.probe(reach, "[agent] endpoint", signal);
      const agent = new FunctionAgent(reach, functions, limits);
      return opened(agent, () => Promise.resolve());
    }
    case "process": {
      const env = childEnvironment(ownEnvironment(reach), wires);
      const agent = new ProcessAgent(reach, limits, { cwd: directory, env });
      return opened(agent, () => agent.close());
    }
    case "mcp": {
      const env = childEnvironment(ownEnvironment(reach), wires);
      const way =
        reach.command === undefined
          ? new HttpWay(address(reach.url ?? "", process.env))
          : new StdioWay(reach.command, { cwd: directory, env });
      const agent = new McpAgent(way, reach, limits);
      try {
        await agent.greet('[agent] type = "mcp"', signal);
      } catch (error) {
        await way.close();
        throw error;
      }
      return opened(agent, () => way.close());
    }
  }
}

async function openHttp(
  { name, directory }: AgentConfig,
  reach: Extract<AgentReach, { readonly type: "http" }>,
  { limits, wires, signal }: OpenOptions,
): Promise<Opened> {
  const { command, endpoint: url, env } = reach;
  // What is not set is told before anything is started.
  const headers = fillTable(reach.headers, process.env, "[agent] headers");
  const query = fillTable(reach.query, process.env, "[agent] query_params");
  const place = { cwd: directory, table: "[agent]", urlKey: "endpoint" };
  const server =
    command === undefined
      ? running()
      : await startServer({ name, command, url, env, ...place, signal }, wires);
  const endpoint = address(url, server.variables);
  const agent = new HttpAgent({ ...reach, endpoint, headers, query }, limits);
  return {
    ask: async (input, how) => withEnd(await agent.ask(input, how), server),
    variables: server.variables,
    close: server.close,
  };
}

/**
 * A process that ends in the middle of an answer still listens for a moment: it is waited for, so
 * that the next conversation finds nobody, not somebody who is about to go.
 */
async function withEnd(
  answer: AgentAnswer,
  { endedWithin }: Pick<StartedServer, "endedWithin">,
): Promise<AgentAnswer> {
  if (answer.error?.kind !== "ended") return answer;
  const how = await endedWithin(endMsMax);
  if (how === undefined) return answer;
  return { ...answer, error: { kind: "ended", message: `${answer.error.message}: ${how}` } };
}

function opened(agent: Pick<Agent, "ask">, close: () => Promise<void>): Opened {
  return { ask: (input, how) => agent.ask(input, how), close, variables: process.env };
}

/** An agent that runs already: nothing is started or ended. */
function running(): StartedServer {
  return {
    variables: process.env,
    endedWithin: () => Promise.resolve(undefined),
    close: () => Promise.resolve(),
  };
}

function ownEnvironment({ env }: AgentReach): Readonly<Record<string, string>> {
  return fillTable(env, process.env, "[agent] env");
}

function address(text: string, variables: Variables): string {
  const url = fillVariables(text, variables, "[agent] endpoint");
  if (URL.canParse(url) && /^https?:/u.test(url)) return url;
  throw new GauntletError({
    code: "A008",
    what: "the address of the agent is not valid once its variables are filled in",
    where: "[agent] endpoint",
    help: "it must begin with http:// or https://",
  });
}
