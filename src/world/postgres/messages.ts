/** A message of the wire protocol, with its type and its length before it. */
export interface Message {
  /** One letter; empty for the first messages of a connection, which have none. */
  readonly type: string;
  readonly body: Buffer;
}

/** Takes whole messages off the front of what a client sent; undefined where it is no protocol. */
export function takeMessages(
  bytes: Buffer,
  hasTypes: boolean,
): { readonly messages: readonly Message[]; readonly rest: Buffer } | undefined {
  const messages: Message[] = [];
  const start = hasTypes ? 1 : 0;
  let at = 0;
  while (bytes.length - at >= start + 4) {
    const length = bytes.readInt32BE(at + start);
    if (length < 4 || length > messageBytesMax) return undefined;
    if (bytes.length - at < start + length) break;
    const type = hasTypes ? String.fromCharCode(bytes.readUInt8(at)) : "";
    messages.push({ type, body: bytes.subarray(at + start + 4, at + start + length) });
    at += start + length;
    // What follows the first message may be of the other kind.
    if (!hasTypes) break;
  }
  return { messages, rest: bytes.subarray(at) };
}

/** The messages in what the server answered. */
export function messagesIn(bytes: Buffer): readonly Message[] {
  return takeMessages(bytes, true)?.messages ?? [];
}

/** The bytes of a message. */
export function messageBytes({ type, body }: Message): Buffer {
  const bytes = Buffer.allocUnsafe(body.length + 5);
  bytes[0] = type.charCodeAt(0);
  bytes.writeInt32BE(body.length + 4, 1);
  bytes.set(body, 5);
  return bytes;
}

/** A simple query. */
export function queryMessage(sql: string): Buffer {
  return messageBytes({ type: "Q", body: textBody(sql) });
}

/** The end of a group of messages. */
export const syncMessage: Buffer = messageBytes({ type: "S", body: Buffer.alloc(0) });

/** Texts as the protocol has them: each ends with a zero. */
export function textBody(...texts: readonly string[]): Buffer {
  return Buffer.from(texts.map((text) => `${text}\0`).join(""));
}

/** The text at a place in a body, and where the next thing begins. */
export function textAt(body: Buffer, at: number): { readonly text: string; readonly next: number } {
  const end = body.indexOf(0, at);
  const stop = end === -1 ? body.length : end;
  return { text: body.toString("utf8", at, stop), next: Math.min(stop + 1, body.length) };
}

/** That the server is ready for the next query: in no transaction, in one, or in a failed one. */
export function readyMessage(status: string): Buffer {
  return messageBytes({ type: "Z", body: Buffer.from(status) });
}

/** An error as Postgres sends it. */
export function errorMessage(error: {
  readonly severity: "ERROR" | "FATAL";
  readonly code: string;
  readonly message: string;
}): Buffer {
  const { severity, code, message } = error;
  const fields = [`S${severity}`, `V${severity}`, `C${code}`, `M${message}`];
  return messageBytes({
    type: "E",
    body: Buffer.concat([textBody(...fields), Buffer.alloc(1)]),
  });
}

/** The first error in what the server answered. */
export function firstError(
  bytes: Buffer,
): { readonly message: string; readonly position: string | undefined } | undefined {
  const error = messagesIn(bytes).find(({ type }) => type === "E");
  if (error === undefined) return undefined;
  const fields = error.body.toString("utf8").split("\0");
  const field = (letter: string): string | undefined =>
    fields.find((text) => text.startsWith(letter))?.slice(1);
  return { message: field("M") ?? "an error without a message", position: field("P") };
}

// --- inside ---

/** The longest message; Postgres itself allows a gigabyte, which no test needs. */
const messageBytesMax = 64 << 20;
