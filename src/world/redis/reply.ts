/**
 * What a command answers. Texts are bytes, one character each (`latin1`), so that keys and values
 * compare as Redis compares them.
 */
export type Reply = string | number | bigint | null | readonly Reply[] | SpecialReply;

/** Answers that have a form of their own in RESP2 or RESP3. */
export type SpecialReply =
  | { readonly kind: "status"; readonly text: string }
  | { readonly kind: "error"; readonly text: string }
  | { readonly kind: "double"; readonly value: number }
  | { readonly kind: "boolean"; readonly value: boolean }
  | { readonly kind: "verbatim"; readonly text: string }
  /** A key and its value by turns; an array in RESP2. */
  | { readonly kind: "map"; readonly items: readonly Reply[] }
  | { readonly kind: "set"; readonly items: readonly Reply[] }
  | { readonly kind: "push"; readonly items: readonly Reply[] }
  /** Pairs: one flat array in RESP2, an array of arrays in RESP3. */
  | { readonly kind: "pairs"; readonly items: readonly (readonly [Reply, Reply])[] }
  /** The other way round: an array of arrays in RESP2, a map in RESP3. */
  | { readonly kind: "keyed"; readonly items: readonly (readonly [Reply, Reply])[] }
  | { readonly kind: "no array" }
  /** Nothing is sent now: the command has answered itself, or waits. */
  | { readonly kind: "none" };

/** An error that a client is told; the message begins with its code. */
export class RedisError extends Error {
  override readonly name: string = "RedisError";
}

export const ok: Reply = { kind: "status", text: "OK" };
export const none: Reply = { kind: "none" };
export const noArray: Reply = { kind: "no array" };

/** A short text such as `OK`. */
export function status(text: string): Reply {
  return { kind: "status", text };
}

/** A floating point number. */
export function double(value: number): Reply {
  return { kind: "double", value };
}

/** The errors that many commands have. */
export const refused = {
  wrongType: (): RedisError =>
    new RedisError("WRONGTYPE Operation against a key holding the wrong kind of value"),
  syntax: (): RedisError => new RedisError("ERR syntax error"),
  noInteger: (): RedisError => new RedisError("ERR value is not an integer or out of range"),
  noFloat: (): RedisError => new RedisError("ERR value is not a valid float"),
  noKey: (): RedisError => new RedisError("ERR no such key"),
  outOfRange: (): RedisError => new RedisError("ERR value is out of range, must be positive"),
};
