/** Requests and their answers as they once went over the wires, without secrets. */
export interface Cassette {
  readonly exchanges: readonly CassetteExchange[];
}

/** A request and its answer. */
export interface CassetteExchange {
  readonly request: CassetteRequest;
  readonly response: CassetteResponse;
}

export interface CassetteRequest {
  readonly agent: string;
  readonly to: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: CassetteBytes;
}

export interface CassetteResponse {
  /** 0 where no answer came at all. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The body in the pieces in which it came. */
  readonly pieces: readonly CassettePiece[];
  /** Why the answer broke off, if it did. */
  readonly broken: string | undefined;
}

/** A part of a body, and when it came. */
export interface CassettePiece {
  /** Milliseconds after the request. */
  readonly atMs: number;
  readonly bytes: CassetteBytes;
}

/** Text where bytes are text, so that a cassette can be read and compared. */
export type CassetteBytes = { readonly text: string } | { readonly base64: string };

/** The version of the format; a cassette of another one is refused. */
export const cassetteVersion = 1;

/** What a cassette may hold; a recorder keeps no more, and a reader takes no more. */
export const cassetteLimits: { readonly exchanges: number; readonly bytes: number } = {
  exchanges: 10_000,
  bytes: 64 * 1024 * 1024,
};

/** Bytes as a cassette writes them. */
export function writtenBytes(bytes: Uint8Array): CassetteBytes {
  try {
    return { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { base64: Buffer.from(bytes).toString("base64") };
  }
}

/** The bytes that a cassette wrote. */
export function readBytes(written: CassetteBytes): Uint8Array {
  return "text" in written
    ? new TextEncoder().encode(written.text)
    : Buffer.from(written.base64, "base64");
}
