import type { UpstreamResponse } from "../upstream.ts";
import type { GivenAnswer } from "./given-answer.ts";
import { type SseFrame, SseSplitter } from "./sse-frames.ts";

/** Passes an answer on as it is: every piece before the next one is there. */
export async function passAnswer(given: GivenAnswer, answer: UpstreamResponse): Promise<void> {
  given.head(answer.status, answer.headers);
  for await (const bytes of answer.body) {
    if (given.signal.aborted) return;
    await given.write(bytes);
  }
  await given.end();
}

/** The events of a streamed answer as they come; the last one may be without its end. */
export async function* framesOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<SseFrame> {
  const splitter = new SseSplitter();
  for await (const bytes of body) yield* splitter.push(bytes);
  const bytes = splitter.rest();
  if (bytes.length > 0) yield { bytes, event: undefined, data: "" };
}

/** The whole of an answer that is no stream. */
export async function wholeOf(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const bytes of body) {
    length += bytes.length;
    if (length > bodyBytesMax) throw new Error(`the answer is longer than ${bodyBytesMax} bytes`);
    pieces.push(bytes);
  }
  return Buffer.concat(pieces);
}

/** No question and no changed answer may be longer. */
export const bodyBytesMax: number = 32 * 1_048_576;

/** Headers of an answer whose length is another one now. */
export function withoutLength(
  headers: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const { "content-length": _length, ...rest } = headers;
  return rest;
}
