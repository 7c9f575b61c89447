import type { IncomingMessage, ServerResponse } from "node:http";

/** No question, no call and no changed answer may be longer. */
export const bodyBytesMax: number = 32 * 1_048_576;

/** The whole body of a request; undefined where it is longer than allowed. */
export async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const pieces: Buffer[] = [];
  let length = 0;
  // The connection must outlive the loop: the refusal of a long request is still to be sent.
  for await (const piece of request.iterator({ destroyOnReturn: false })) {
    const bytes = piece as Buffer;
    length += bytes.length;
    if (length > bodyBytesMax) {
      request.resume();
      return undefined;
    }
    pieces.push(bytes);
  }
  return Buffer.concat(pieces);
}

/** Tells that a request was too long. */
export function refuseLength(response: ServerResponse): void {
  const message = `the request is longer than ${bodyBytesMax} bytes`;
  response.writeHead(413, { "content-type": "application/json", connection: "close" });
  response.end(JSON.stringify({ error: { message, type: "invalid_request_error" } }));
}
