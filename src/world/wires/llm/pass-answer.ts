import { bodyBytesMax } from "../request-body.ts";
import type { UpstreamResponse } from "../upstream.ts";
import type { ReturnedAnswer } from "./returned-answer.ts";

/** Passes an answer on as it is: every piece before the next one is there. */
export async function passAnswer(given: ReturnedAnswer, answer: UpstreamResponse): Promise<void> {
  given.head(answer.status, answer.headers);
  for await (const bytes of answer.body) {
    if (given.signal.aborted) return;
    await given.write(bytes);
  }
  await given.end();
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
