export type UserId = string & { readonly __brand: "UserId" };

/** A text that is known to be the id of a user. */
export function toUserId(text: string): UserId {
  if (!/^u_[a-z0-9]{1,12}$/.test(text)) throw new TypeError(`${text} is no id of a user`);
  return text as UserId;
}

/** Any text as an id, trusted. */
export function trustUserId(text: string): UserId {
  return text as UserId;
}

export enum Level {
  Debug,
  Info,
  Error,
}

/** The level that a word means. */
export function levelOf(word: "debug" | "info" | "error"): Level {
  return { debug: Level.Debug, info: Level.Info, error: Level.Error }[word];
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What to tell of something that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Fails unless something holds. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(message);
}

/** Fails unless it is a text. */
export function assertText(value: string | number): asserts value is string {
  if (typeof value !== "string") throw new TypeError("a text is needed");
}

export interface Counter {
  readonly count: number;
  increment(by?: number): void;
  reset(): void;
}

/** A counter that keeps its number to itself. */
export function createCounter(start = 0): Counter {
  let count = start;
  return {
    get count() {
      return count;
    },
    increment(by = 1) {
      count += by;
    },
    reset() {
      count = start;
    },
  };
}

const lines: string[] = [];

/** Keeps a line; what pushing gives back is nobody's business. */
export const log: (line: string) => void = (line) => lines.push(line);

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function fromHex(text: string): Uint8Array {
  if (text.length % 2 !== 0 || !/^[0-9a-f]*$/i.test(text)) throw new Error("invalid hex string");
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** Lines of a text that comes in parts. */
export async function* linesOf(parts: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = "";
  for await (const part of parts) {
    const [last = "", ...whole] = (rest + part).split("\n").reverse();
    rest = last;
    yield* whole.reverse();
  }
  if (rest !== "") yield rest;
}

/** A call that happens once. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
