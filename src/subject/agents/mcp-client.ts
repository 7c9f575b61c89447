import type { AgentError } from "../../kernel/agent/agent-input.ts";
import { assert } from "../../kernel/errors/assert.ts";
import { isLoose, parsed } from "../../world/wires/loose-json.ts";
import { framesIn } from "../../data/sse/sse-frames.ts";
import type { AskLimits, Outcome } from "./agent.ts";
import { failed } from "./agent.ts";
import { ChildGroup, type ChildOptions } from "./child-group.ts";
import { LineChild } from "./line-child.ts";
import { sendRequest } from "./send-request.ts";

/** A message of JSON-RPC. */
export interface RpcMessage {
  readonly id?: string | number | null;
  readonly method?: string;
  readonly result?: unknown;
  readonly error?: { readonly code?: number; readonly message?: string };
}

type CallLimits = AskLimits & { readonly signal: AbortSignal };

/** A way to an MCP server. */
export interface McpWay {
  /** Sends a request and gives its reply, or why none came. */
  exchange(request: object & { id: number }, limits: CallLimits): Promise<RpcMessage | Outcome>;
  /** Sends a message that has no reply. */
  notify(message: object, limits: CallLimits): Promise<void>;
  /** Whether the server does not know us any more, so that it must be greeted again. */
  readonly isLost: boolean;
  close(): Promise<void>;
}

/** An MCP server that is started and speaks on stdio. */
export class StdioWay implements McpWay {
  readonly #command: readonly string[];
  readonly #place: Pick<ChildOptions, "cwd" | "env">;
  #child: LineChild | undefined;

  constructor(command: readonly string[], place: Pick<ChildOptions, "cwd" | "env">) {
    this.#command = command;
    this.#place = place;
  }

  get isLost(): boolean {
    return this.#child === undefined || this.#child.hasEnded;
  }

  async exchange(
    request: object & { id: number },
    limits: CallLimits,
  ): Promise<RpcMessage | Outcome> {
    const child = this.#running();
    const accept = (line: string): RpcMessage | undefined => {
      const message = messageOf(line);
      if (message?.method !== undefined) answerServer(child, message);
      else if (message?.id === request.id) return message;
      return undefined;
    };
    const wide = { ...limits, answerBytesMax: limits.answerBytesMax * 6 + 4_096 };
    const answer = await child.ask(JSON.stringify(request), accept, wide);
    return answer.error === undefined ? answer.value : outcomeOf(answer.error);
  }

  notify(message: object): Promise<void> {
    this.#running().tell(JSON.stringify(message));
    return Promise.resolve();
  }

  async close(): Promise<void> {
    await this.#child?.stop();
  }

  #running(): LineChild {
    if (this.#child !== undefined && !this.#child.hasEnded) return this.#child;
    const group = new ChildGroup(this.#command, {
      ...this.#place,
      stdio: ["pipe", "pipe", "pipe"],
    });
    const { stdin, stdout } = group.process;
    assert(stdin !== null && stdout !== null, "a process that is given pipes has them");
    this.#child = new LineChild(group, { input: stdin, output: stdout });
    return this.#child;
  }
}

/** An MCP server at an address. */
export class HttpWay implements McpWay {
  readonly #url: URL;
  #session: string | undefined;
  #isLost = true;

  constructor(url: string) {
    this.#url = new URL(url);
  }

  get isLost(): boolean {
    return this.#isLost;
  }

  async exchange(
    request: object & { id: number },
    limits: CallLimits,
  ): Promise<RpcMessage | Outcome> {
    const received = await this.#post(request, limits);
    const { error, status = 0, text, contentType = "" } = received;
    if (error !== undefined) return failed(error.kind, error.message);
    this.#isLost = status === 404 && this.#session !== undefined;
    if (status >= 400) return { ...failed("reported", `the server answered ${status}`), status };
    const messages = contentType.startsWith("text/event-stream")
      ? framesIn(text).map(({ data }) => messageOf(data))
      : [messageOf(text)];
    const reply = messages.find((message) => message?.id === request.id);
    return reply ?? failed("unreadable", "the server sent no reply to the request");
  }

  async notify(message: object, limits: CallLimits): Promise<void> {
    await this.#post(message, limits);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  async #post(message: object, limits: CallLimits): ReturnType<typeof sendRequest> {
    const session = this.#session;
    const received = await sendRequest(
      {
        url: this.#url,
        method: "POST",
        headers: [
          ["Content-Type", "application/json"],
          ["Accept", "application/json, text/event-stream"],
          ["Connection", "close"],
          ...(session === undefined ? [] : [["Mcp-Session-Id", session] as const]),
        ],
        body: JSON.stringify(message),
      },
      limits,
    );
    this.#session = received.headers["mcp-session-id"] ?? this.#session;
    return received;
  }
}

// --- inside ---

function outcomeOf(error: AgentError): Outcome {
  return { text: "", error };
}

function messageOf(text: string): RpcMessage | undefined {
  const message = parsed(text);
  return isLoose(message) ? message : undefined;
}

/** A server may ask too; it learns that there is nothing to ask for. */
function answerServer(child: LineChild, { id, method }: RpcMessage): void {
  if (id === undefined || id === null) return;
  const reply =
    method === "ping"
      ? { result: {} }
      : { error: { code: -32_601, message: "this client has no such method" } };
  child.tell(JSON.stringify({ jsonrpc: "2.0", id, ...reply }));
}
