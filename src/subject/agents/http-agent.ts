import type { AgentAnswer, AgentInput, RequestChange } from "../../kernel/agent/agent-input.ts";
import { type JsonStep, parseJsonPath } from "../../kernel/agent/json-path.ts";
import { assert } from "../../kernel/errors/assert.ts";
import type { AgentReach } from "../../config/agent/agent-config.ts";
import {
  type Agent,
  type AskLimits,
  type AskOptions,
  askTurns,
  failed,
  type Outcome,
  timed,
  type Turn,
} from "./agent.ts";
import { findAnswer } from "./find-answer.ts";
import { joinEvents } from "./join-events.ts";
import { fieldsOf, fillTemplate, fillText, type TemplateValues } from "./request-template.ts";
import { type OutgoingRequest, type Received, sendRequest } from "./send-request.ts";

/** How an agent behind HTTP is asked; variables are filled. */
export type HttpReach = Extract<AgentReach, { readonly type: "http" }>;

/** An agent behind HTTP. */
export class HttpAgent implements Pick<Agent, "ask"> {
  readonly #reach: HttpReach;
  readonly #limits: AskLimits;
  readonly #path: readonly JsonStep[] | undefined;

  constructor(reach: HttpReach, limits: AskLimits) {
    this.#reach = reach;
    this.#limits = limits;
    this.#path = reach.responsePath === undefined ? undefined : parseJsonPath(reach.responsePath);
  }

  ask(input: AgentInput, how: AskOptions): Promise<AgentAnswer> {
    return askTurns(input, how, (turn) => timed(() => this.#askOne(turn, how)));
  }

  async #askOne(turn: Turn, { session, signal }: AskOptions): Promise<Outcome> {
    const outgoing = requestFor(this.#reach, turn, session);
    if (outgoing === undefined) return failed("unreachable", "the address of the agent is none");
    const received = await this.#send(outgoing, turn.request, signal);
    const { status, contentType, text, error } = received;
    if (error !== undefined) {
      // Pieces of a stream that broke off are joined as those of a whole one.
      const isStream = contentType?.startsWith("text/event-stream") === true;
      const begun = isStream ? joinEvents(text, this.#path).text : text;
      return { text: begun, error, ...(status === undefined ? {} : { status }) };
    }
    return findAnswer({ text, status, contentType }, this.#path);
  }

  async #send(
    outgoing: OutgoingRequest,
    change: RequestChange | undefined,
    signal: AbortSignal,
  ): Promise<Received> {
    const limits = { ...this.#limits, signal };
    const { abandonAfterMs } = change ?? {};
    if (abandonAfterMs !== undefined && abandonAfterMs < limits.timeoutMs) {
      const first = await sendRequest(outgoing, { ...limits, abandonAfterMs });
      return first.error?.kind === "timeout" ? sendRequest(outgoing, limits) : first;
    }
    const copies = Math.max(1, change?.copies ?? 1);
    // A signal for each: Node warns of many listeners on one, in the middle of the output.
    const sent = Array.from({ length: copies }, () =>
      sendRequest(outgoing, { ...limits, signal: AbortSignal.any([signal]) }),
    );
    // All of them end before the next turn begins; the first one's answer counts.
    const [first] = await Promise.all(sent);
    assert(first !== undefined, "one copy is sent at least");
    return first;
  }
}

/** The request of one turn, with what is changed about it; none where the address is none. */
export function requestFor(
  reach: HttpReach,
  { prompt, history, request: change = {} }: Turn,
  session: string,
): OutgoingRequest | undefined {
  if (!URL.canParse(reach.endpoint)) return undefined;
  const fields = reach.parsesFields ? fieldsOf(prompt) : new Map<string, string>();
  const values: TemplateValues = { prompt, session, history, fields };
  const filled = fillTemplate(reach.template, values);
  const isInQuery = reach.method === "GET";
  const url = new URL(reach.endpoint);
  const query = [
    ...Object.entries(reach.query).map(([name, text]) => [name, fillText(text, values)] as const),
    ...(isInQuery ? queryOf(filled) : []),
    ...(change.query ?? []),
  ];
  for (const [name, value] of query) url.searchParams.append(name, value);
  // A request without a body gets one where its body is to be long or in pieces.
  const isChanged = change.padBytes !== undefined || change.pieces !== undefined;
  const plain = isInQuery && !isChanged ? undefined : JSON.stringify(filled);
  const body = change.body ?? plain;
  return {
    url,
    method: change.method ?? reach.method,
    headers: headersOf(reach, change, body !== undefined),
    body: body === undefined ? undefined : padded(body, change.padBytes ?? 0),
    pieces: change.pieces,
  };
}

// --- inside ---

function headersOf(
  reach: HttpReach,
  change: RequestChange,
  hasBody: boolean,
): OutgoingRequest["headers"] {
  const own = Object.entries(reach.headers);
  const isNamed = (name: string) => own.some(([other]) => other.toLowerCase() === name);
  const headers: (readonly [string, string])[] = [];
  if (!isNamed("accept")) headers.push(["Accept", "application/json, text/event-stream, */*"]);
  headers.push(["Accept-Encoding", "identity"]);
  if (change.contentType !== undefined) headers.push(["Content-Type", change.contentType]);
  else if (hasBody && !isNamed("content-type")) headers.push(["Content-Type", "application/json"]);
  const kept = own.filter(
    ([name]) => change.contentType === undefined || name.toLowerCase() !== "content-type",
  );
  const added = change.headers ?? [];
  const isAdded = added.some(([name]) => name.toLowerCase() === "connection");
  return [...headers, ...kept, ...added, ...(isAdded ? [] : [["Connection", "close"] as const])];
}

/** An agent that is asked by GET finds the fields of the template in its address. */
function queryOf(filled: unknown): readonly (readonly [string, string])[] {
  if (typeof filled !== "object" || filled === null) return [];
  return Object.entries(filled).map(([name, value]: [string, unknown]) => [
    name,
    typeof value === "string" ? value : (JSON.stringify(value) ?? ""),
  ]);
}

/** Spaces after the first character: inside of JSON they mean nothing. */
function padded(body: string, bytes: number): string {
  return bytes === 0 ? body : `${body.slice(0, 1)}${" ".repeat(bytes)}${body.slice(1)}`;
}
