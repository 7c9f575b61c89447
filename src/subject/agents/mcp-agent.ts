import type { AgentAnswer, AgentInput } from "../../kernel/agent/agent-input.ts";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import {
  type Agent,
  type AskLimits,
  type AskOptions,
  askTurns,
  failed,
  type Outcome,
  timed,
} from "./agent.ts";
import { bounded } from "./function-agent.ts";
import type { McpWay, RpcMessage } from "./mcp-client.ts";

/** An agent that is a tool of an MCP server. */
export class McpAgent implements Pick<Agent, "ask"> {
  readonly #way: McpWay;
  readonly #tool: { readonly tool: string; readonly argument: string };
  readonly #limits: AskLimits;
  #requests = 0;

  constructor(
    way: McpWay,
    tool: { readonly tool: string; readonly argument: string },
    limits: AskLimits,
  ) {
    this.#way = way;
    this.#tool = tool;
    this.#limits = limits;
  }

  /** Greets the server; throws where there is none, or it is none. */
  async greet(where: string, signal: AbortSignal): Promise<void> {
    const problem = await this.#greet(signal);
    if (problem === undefined) return;
    throw new GauntletError({
      code: "A007",
      what: "the MCP server of the agent did not greet back",
      where,
      note: problem.error?.message,
      help: "start it by hand, and see whether it answers `initialize`",
    });
  }

  ask(input: AgentInput, how: AskOptions): Promise<AgentAnswer> {
    return askTurns(input, how, ({ prompt }) => timed(() => this.#askOne(prompt, how.signal)));
  }

  async #askOne(prompt: string, signal: AbortSignal): Promise<Outcome> {
    const problem = this.#way.isLost ? await this.#greet(signal) : undefined;
    if (problem !== undefined) return problem;
    const { tool, argument } = this.#tool;
    const params = { name: tool, arguments: { [argument]: prompt } };
    const reply = await this.#request("tools/call", params, signal);
    return "text" in reply ? reply : bounded(answerOf(reply), this.#limits);
  }

  async #greet(signal: AbortSignal): Promise<Outcome | undefined> {
    const params = {
      protocolVersion: "2025-06-18",
      capabilities: {},
      clientInfo: { name: "gauntlet", version: "1" },
    };
    const reply = await this.#request("initialize", params, signal);
    if ("text" in reply) return reply;
    if (reply.error !== undefined) return failed("reported", reply.error.message ?? "an error");
    const greeting = { jsonrpc: "2.0", method: "notifications/initialized" };
    await this.#way.notify(greeting, { ...this.#limits, signal });
    return undefined;
  }

  #request(method: string, params: object, signal: AbortSignal): Promise<RpcMessage | Outcome> {
    this.#requests += 1;
    const request = { jsonrpc: "2.0", id: this.#requests, method, params };
    return this.#way.exchange(request, { ...this.#limits, signal });
  }
}

// --- inside ---

function answerOf({ result, error }: RpcMessage): Outcome {
  if (error !== undefined) return failed("reported", error.message ?? "an error");
  if (typeof result !== "object" || result === null) {
    return failed("unreadable", "the tool gave no result");
  }
  const content: unknown = Reflect.get(result, "content");
  const parts: readonly unknown[] = Array.isArray(content) ? content : [];
  const text = parts
    .map((part) => (typeof part === "object" && part !== null ? Reflect.get(part, "text") : ""))
    .filter((part): part is string => typeof part === "string")
    .join("\n");
  if (Reflect.get(result, "isError") === true) {
    return failed("reported", text === "" ? "the tool says that it failed" : text, text);
  }
  return { text, error: undefined };
}
