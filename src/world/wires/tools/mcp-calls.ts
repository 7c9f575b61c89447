import type { ToolFault } from "../../../kernel/agent/agent-fault.ts";
import { isRecord, type Json } from "../json-walk.ts";
import { faultyToolText, withCanary } from "../tool-payloads.ts";
import type { PendingStrike, WireScope } from "../wire-scope.ts";
import { DriftedLists, type McpParty } from "./mcp-lists.ts";
import { faultyResult, resultText } from "./mcp-results.ts";
import { rpcError, type RpcMessage } from "./rpc-text.ts";

/** One request of a client that faults may strike; all others pass as they are. */
export interface McpCall {
  /** Wait so long before anything else. */
  readonly waitMs: number;
  /** What the client is given without asking the server. */
  readonly instead: RpcMessage | undefined;
  /** The request as it goes on; the same object where nothing changed. */
  readonly request: RpcMessage;
  /** What the client is given for an answer; the same object where nothing changed. */
  answered(answer: RpcMessage): readonly RpcMessage[];
  /** The client is given nothing, for this reason. */
  lost(why: string): void;
}

/** The faults between one client and one server: what it listed, and what became of that. */
export class McpCalls {
  readonly #party: McpParty;
  readonly #lists: DriftedLists;

  constructor(party: McpParty) {
    this.#party = party;
    this.#lists = new DriftedLists(party);
  }

  /**
   * Looks at a request of the client; undefined for all that passes untouched, and later where
   * calls that overlap are put in order first.
   */
  begin(message: RpcMessage, scope: WireScope): McpCall | Promise<McpCall> | undefined {
    const { id, method, params } = message;
    if (id === undefined || id === null) return undefined;
    if (method === "tools/list") return this.#list(message, scope);
    if (method !== "tools/call" || !isRecord(params)) return undefined;
    const { name } = params;
    return typeof name === "string" ? this.#call(message, { name, params }, scope) : undefined;
  }

  #list(message: RpcMessage, scope: WireScope): McpCall {
    return {
      waitMs: 0,
      instead: undefined,
      request: message,
      answered: (answer) => this.#lists.listed(answer, scope),
      lost: () => undefined,
    };
  }

  #call(message: RpcMessage, asked: AskedCall, scope: WireScope): McpCall | Promise<McpCall> {
    const { agent, server, wire, url } = this.#party;
    const given = this.#lists.calledName(asked.name, scope);
    const own = given.kind === "known" ? given.name : asked.name;
    const isPeer = wire === "peer";
    const tool = isPeer ? server : own;
    scope.markDirect(tool);
    const id = scope.nextToolCall();
    const sent = asked.params["arguments"] ?? {};
    const written = JSON.stringify(isPeer ? { tool: own, arguments: sent } : sent);
    scope.add({ kind: "tool-call", agent, id, tool, wire, arguments: written });
    const call = scope.keys.of([own, sent]);
    const place = { layer: "tool", agent, target: tool, url, call } as const;
    const told = tellerOf({ scope, agent, id, tool, wire });
    const request =
      own === asked.name ? message : { ...message, params: { ...asked.params, name: own } };
    return scope.inOrder([place], () => {
      const pending = scope.strike(place);
      if (given.kind === "gone") {
        const text = `Unknown tool: ${asked.name}`;
        return answering(request, { error: rpcError(idOf(message), { code: -32602, text }), told });
      }
      if (pending === undefined) return passing(request, 0, told);
      const schema = this.#lists.outputSchema(own);
      return struck({ request, pending, scope, told, schema });
    });
  }
}

// --- inside ---

interface AskedCall {
  readonly name: string;
  readonly params: { readonly [key: string]: Json };
}

/** Writes down what the client was given. */
interface Teller {
  answer(message: RpcMessage): void;
  lost(why: string): void;
}

function idOf(message: RpcMessage): Json {
  return message["id"] ?? null;
}

function tellerOf(of: {
  readonly scope: WireScope;
  readonly agent: string;
  readonly id: string;
  readonly tool: string;
  readonly wire: "mcp" | "peer";
}): Teller {
  const { scope, agent, id, tool, wire } = of;
  const started = performance.now();
  let isTold = false;
  const tell = (text: string, isError: boolean): void => {
    if (isTold) return;
    isTold = true;
    const ms = Math.round(performance.now() - started);
    scope.add({ kind: "tool-answer", agent, id, tool, wire, ms, text, isError });
  };
  return {
    answer: (message) => {
      const { text, isError } = resultText(message);
      tell(text, isError);
    },
    lost: (why) => tell(why, true),
  };
}

function passing(request: RpcMessage, waitMs: number, told: Teller): McpCall {
  const answered = (answer: RpcMessage): readonly RpcMessage[] => {
    told.answer(answer);
    return [answer];
  };
  return { waitMs, instead: undefined, request, answered, lost: (why) => told.lost(why) };
}

function answering(
  request: RpcMessage,
  how: { readonly error: RpcMessage; readonly told: Teller; readonly waitMs?: number },
): McpCall {
  return { ...passing(request, how.waitMs ?? 0, how.told), instead: how.error };
}

interface Striking {
  readonly request: RpcMessage;
  readonly pending: PendingStrike<ToolFault>;
  readonly scope: WireScope;
  readonly told: Teller;
  readonly schema: Json | undefined;
}

function struck(striking: Striking): McpCall {
  const { request, pending, scope, told } = striking;
  const { fault } = pending;
  const id = idOf(request);
  if (fault.mode === "timeout") {
    const waitMs = fault.delayMs ?? 30_000;
    scope.fired(pending, `no answer for ${waitMs} ms`);
    const error = rpcError(id, { code: -32001, text: fault.message ?? "Request timed out" });
    return answering(request, { error, told, waitMs });
  }
  if (fault.mode === "slow") {
    const waitMs = fault.delayMs ?? 5_000;
    scope.fired(pending, `${waitMs} ms late`);
    return passing(request, waitMs, told);
  }
  if (fault.mode === "error") {
    const { text, detail } = faultyToolText(fault, "", () => 0) ?? { text: "", detail: "error" };
    scope.fired(pending, detail);
    const code = fault.errorCode ?? 503;
    const failed = {
      jsonrpc: "2.0",
      id,
      result: { content: [{ type: "text", text }], isError: true },
    };
    const error = code >= 0 ? failed : rpcError(id, { code, text });
    return answering(request, { error, told });
  }
  return changing(striking);
}

function changing({ request, pending, scope, told, schema }: Striking): McpCall {
  const plain = passing(request, 0, told);
  const fault = withCanary(pending.fault, scope.canary);
  const draw = (what: string, below: number): number =>
    scope.plan.draw(pending.strike, what, below);
  return {
    ...plain,
    answered: (answer) => {
      const made = faultyResult(answer, { fault, draw, schema });
      if (made !== undefined) scope.fired(pending, made.detail);
      scope.over(pending);
      return plain.answered(made?.message ?? answer);
    },
    lost: (why) => {
      scope.over(pending);
      plain.lost(why);
    },
  };
}
