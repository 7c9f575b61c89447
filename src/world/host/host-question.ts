/** A program that is to be run once, to its end; plain, so that a thread can be told. */
export interface ProcessQuestion {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** The whole environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly stdin: Uint8Array;
  /** The real time that it has, from its start to the end of its output. */
  readonly timeoutMs: number;
  /** So many bytes may come, of both streams together. */
  readonly bytesMax: number;
}

/** A request that is to be made once. */
export interface HttpQuestion {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | undefined;
  /** The real time for all of it: to connect, for the headers and for the whole body. */
  readonly timeoutMs: number;
  /** So many bytes may come as the body. */
  readonly bytesMax: number;
}

/** Plain data that is short enough for one decision. */
export type Facts = { readonly [name: string]: Fact };
type Fact = string | number | boolean | null | readonly (readonly [string, string])[];

/** What came of a question: short facts, and bytes by name. */
export interface HostFact {
  /** Always has `kind`, and `ms`: how long it took, in whole milliseconds. */
  readonly facts: Facts;
  readonly bytes: Readonly<Record<string, Uint8Array<ArrayBuffer>>>;
}

/** The memory that can be handed to another thread instead of being copied. */
export function transferable({ bytes }: HostFact): ArrayBuffer[] {
  return Object.values(bytes).map(({ buffer }) => buffer);
}
