import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { setTimeout as after } from "node:timers/promises";
import { eventTextMax } from "../../../kernel/agent/agent-journal.ts";
import type { UpstreamResponse } from "../upstream.ts";
import { bodyBytesMax } from "../request-body.ts";
import { passedHeaders, sentHeaders } from "../wire-headers.ts";

/** What passed: the beginning of its text, and whether nothing broke off. */
export interface Passed {
  readonly text: string;
  readonly isWhole: boolean;
}

/** Gives an answer on piece by piece. */
export async function relayAnswer(
  answer: UpstreamResponse,
  response: ServerResponse,
  signal: AbortSignal,
): Promise<Passed> {
  response.writeHead(answer.status, sentHeaders(passedHeaders(answer.headers)));
  response.flushHeaders();
  return relayPieces(answer.body, response, signal);
}

/** Gives pieces on as they come; one that breaks off breaks off for the agent too. */
export async function relayPieces(
  pieces: AsyncIterable<Uint8Array | string>,
  response: ServerResponse,
  signal: AbortSignal,
): Promise<Passed> {
  const passed = new PassedText();
  try {
    for await (const piece of pieces) {
      passed.add(piece);
      if (!response.write(piece)) await once(response, "drain", { signal });
    }
    response.end();
    return { text: passed.text, isWhole: true };
  } catch {
    response.destroy();
    return { text: passed.text, isWhole: false };
  }
}

/** The whole body; where it is larger than may be kept, what was read and the rest of it. */
export async function wholeOf(
  body: AsyncIterable<Uint8Array>,
): Promise<{ readonly whole?: Buffer; readonly pieces: AsyncIterable<Uint8Array> }> {
  const kept: Uint8Array[] = [];
  const source = body[Symbol.asyncIterator]();
  let bytes = 0;
  while (bytes <= bodyBytesMax) {
    const next = await source.next();
    if (next.done === true) return { whole: Buffer.concat(kept), pieces: resumed(kept, source) };
    bytes += next.value.length;
    kept.push(next.value);
  }
  return { pieces: resumed(kept, source) };
}

/** Waits; says whether the time passed, or whoever waits went away before. */
export async function pause(ms: number, signal: AbortSignal): Promise<boolean> {
  try {
    await after(Math.min(ms, pauseMsMax), undefined, { signal });
    return true;
  } catch {
    return false;
  }
}

// --- inside ---

/** What a journal needs of an answer while it passes. */
class PassedText {
  readonly #decoder = new TextDecoder();
  #text = "";

  add(piece: Uint8Array | string): void {
    if (this.#text.length >= eventTextMax) return;
    const text = typeof piece === "string" ? piece : this.#decoder.decode(piece, { stream: true });
    this.#text = `${this.#text}${text}`.slice(0, eventTextMax);
  }

  get text(): string {
    return this.#text;
  }
}

/** Timers of Node hold no more. */
const pauseMsMax = 2_147_483_647;

async function* resumed(
  kept: readonly Uint8Array[],
  source: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield* kept;
  for (;;) {
    const next = await source.next();
    if (next.done === true) return;
    yield next.value;
  }
}
