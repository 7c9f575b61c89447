import { setTimeout as wait } from "node:timers/promises";
import type { Upstream, UpstreamRequest, UpstreamResponse } from "../../../world/wires/upstream.ts";
import type { ReplaySession, ToolResponse } from "./session.ts";
import { answerMcp, mcpMessage } from "./mcp-answers.ts";

/** Answers calls of tools with what was recorded, and tells of what was not. */
export interface SessionUpstream extends Upstream {
  /** Calls for which nothing was recorded, in order; each got an error as its answer. */
  readonly misses: readonly string[];
  /** Calls in a turn of which nothing is known; what the tool answered in another is given. */
  readonly differences: readonly string[];
  /** Is told of each turn before it is sent. */
  beginTurn(turn: number): void;
  /** Tools with responses that nobody asked for, and how many are left. */
  left(): ReadonlyMap<string, number>;
}

/**
 * Answers calls of tools from a session: each tool's responses in their order, with their status
 * and after their latency, and in the turn to which they belong. It never asks anyone else.
 */
export function toolUpstream(
  session: ReplaySession,
  pause: (ms: number, signal: AbortSignal) => Promise<void> = pauseFor,
): SessionUpstream {
  const queues = new Map<string, ToolResponse[]>();
  for (const response of session.toolResponses) {
    const queue = queues.get(response.tool) ?? [];
    queues.set(response.tool, [...queue, response]);
  }
  const counts = new Map([...queues].map(([tool, queue]) => [tool, queue.length]));
  const misses: string[] = [];
  const differences: string[] = [];
  let now = 1;
  const next = (tool: string): ToolResponse => {
    const queue = queues.get(tool) ?? [];
    const at = queue.findIndex(({ turn = now }) => turn === now);
    const [found] = at === -1 ? [] : queue.splice(at, 1);
    if (found !== undefined) return found;
    const other = ofOtherTurn(session, tool, now);
    if (other !== undefined) {
      const what = `session \`${session.id}\` has no response of tool \`${tool}\` in turn ${now}`;
      differences.push(`${what}; it got that of turn ${other.turn}`);
      return other;
    }
    const count = counts.get(tool) ?? 0;
    const known = count === 0 ? "no response" : `only ${count}`;
    const miss = `session \`${session.id}\` has ${known} of tool \`${tool}\``;
    misses.push(miss);
    return { tool, response: { error: { message: miss } }, status: 501, latencyMs: 0 };
  };
  return {
    misses,
    differences,
    beginTurn(turn) {
      now = turn;
    },
    left: () => new Map([...queues].flatMap(([tool, { length }]) => leftOf(tool, length))),
    async answer(request, signal) {
      const message = queues.has(request.to) ? undefined : mcpMessage(request.body);
      if (message !== undefined) {
        const tools = [...counts.keys()];
        return answerMcp(message, { tools, next, pause: (ms) => pause(ms, signal) });
      }
      const response = next(request.to);
      await pause(response.latencyMs, signal);
      return answerOf(response, request);
    },
  };
}

// --- inside ---

async function pauseFor(ms: number, signal: AbortSignal): Promise<void> {
  if (ms > 0) await wait(ms, undefined, { signal });
}

/**
 * What the tool answered in another turn, rather without an error. Only where none of this turn is
 * known: one call too many in a turn that was recorded is a miss.
 */
function ofOtherTurn(
  { toolResponses }: ReplaySession,
  tool: string,
  now: number,
): ToolResponse | undefined {
  const all = toolResponses.filter((one) => one.tool === tool);
  if (all.some(({ turn = now }) => turn === now)) return undefined;
  return all.find(({ status }) => status < 400) ?? all[0];
}

function leftOf(tool: string, count: number): readonly [string, number][] {
  return count === 0 ? [] : [[tool, count]];
}

function answerOf(
  { response, status }: ToolResponse,
  { method }: UpstreamRequest,
): UpstreamResponse {
  const isText = typeof response === "string" && !isJson(response);
  const text = typeof response === "string" ? response : JSON.stringify(response);
  const type = isText ? "text/plain; charset=utf-8" : "application/json";
  const hasBody = status !== 204 && status !== 304 && method !== "HEAD";
  return {
    status,
    headers: { "content-type": type },
    body: new Blob(hasBody ? [text] : []).stream(),
  };
}

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === "object";
  } catch {
    return false;
  }
}
