import type { IncomingMessage, ServerResponse } from "node:http";

/** No question, no call and no changed answer may be longer. */
export const bodyBytesMax: number = 32 * 1_048_576;

/** The whole body of a request; undefined where it is longer than allowed. */
export function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    let length = 0;
    // The rest of what is too long is read and left: the refusal is still to be sent.
    request.on("data", (piece: Buffer) => {
      length += piece.length;
      if (length <= bodyBytesMax) {
        pieces.push(piece);
        return;
      }
      pieces.length = 0;
      resolve(undefined);
    });
    request.once("end", () => resolve(Buffer.concat(pieces)));
    request.once("error", reject);
    request.once("close", () => {
      if (!request.complete) reject(new Error("aborted"));
    });
  });
}

/** Tells that a request was too long. */
export function refuseLength(response: ServerResponse): void {
  const message = `the request is longer than ${bodyBytesMax} bytes`;
  response.writeHead(413, { "content-type": "application/json", connection: "close" });
  response.end(JSON.stringify({ error: { message, type: "invalid_request_error" } }));
}
