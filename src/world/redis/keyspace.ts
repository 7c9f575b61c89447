import { refused } from "./reply.ts";
import { SortedSet } from "./sorted-set.ts";
import { Stream } from "./stream.ts";

/** What a key can hold. */
export interface ValueOf {
  string: { readonly kind: "string"; text: string };
  hash: { readonly kind: "hash"; readonly fields: Map<string, string> };
  list: { readonly kind: "list"; items: string[] };
  set: { readonly kind: "set"; readonly members: Set<string> };
  zset: { readonly kind: "zset"; readonly scored: SortedSet };
  stream: { readonly kind: "stream"; readonly stream: Stream };
}

export type Kind = keyof ValueOf;
export type Value = ValueOf[Kind];

/** One of the numbered databases: keys, their values, and when they go. */
export class Database {
  readonly #entries = new Map<string, Value>();
  readonly #expiresAtMs = new Map<string, number>();
  readonly #versions = new Map<string, number>();
  readonly #nowMs: () => number;
  readonly #onChange: (key: string) => void;

  constructor(nowMs: () => number, onChange: (key: string) => void) {
    this.#nowMs = nowMs;
    this.#onChange = onChange;
  }

  /** What a key holds; what has expired is gone. */
  value(key: string): Value | undefined {
    const expiresAtMs = this.#expiresAtMs.get(key);
    if (expiresAtMs !== undefined && expiresAtMs <= this.#nowMs()) this.delete(key);
    return this.#entries.get(key);
  }

  /** What a key holds, which must be of a kind. */
  read<K extends Kind>(key: string, kind: K): ValueOf[K] | undefined {
    const value = this.value(key);
    if (value === undefined) return undefined;
    if (value.kind !== kind) throw refused.wrongType();
    return value as ValueOf[K];
  }

  /** The same; made where there is nothing yet. */
  open<K extends Kind>(key: string, kind: K): ValueOf[K] {
    const known = this.read(key, kind);
    if (known !== undefined) return known;
    const made = empty(kind) as ValueOf[K];
    this.#entries.set(key, made);
    return made;
  }

  /** Puts a value in place of whatever there was, without an end. */
  put(key: string, value: Value): void {
    this.#entries.set(key, value);
    this.#expiresAtMs.delete(key);
    this.changed(key);
  }

  /** Says that a value was changed in place; what is empty goes, unless it is a stream. */
  changed(key: string): void {
    const value = this.#entries.get(key);
    if (value !== undefined && isEmpty(value)) this.#remove(key);
    this.#versions.set(key, this.version(key) + 1);
    this.#onChange(key);
  }

  delete(key: string): boolean {
    if (!this.#remove(key)) return false;
    this.changed(key);
    return true;
  }

  /** How often a key was changed, for `WATCH`. */
  version(key: string): number {
    return this.#versions.get(key) ?? 0;
  }

  expiryOf(key: string): number | undefined {
    return this.#expiresAtMs.get(key);
  }

  /** Says when a key goes; undefined keeps it. */
  expire(key: string, atMs: number | undefined): void {
    if (atMs === undefined) this.#expiresAtMs.delete(key);
    else this.#expiresAtMs.set(key, atMs);
    this.changed(key);
  }

  /** Every key that is there, in the order in which they came. */
  keys(): string[] {
    // A map may lose what was just visited.
    for (const key of this.#expiresAtMs.keys()) this.value(key);
    return [...this.#entries.keys()];
  }

  get expiriesCount(): number {
    return this.#expiresAtMs.size;
  }

  clear(): void {
    for (const key of this.keys()) this.delete(key);
  }

  #remove(key: string): boolean {
    this.#expiresAtMs.delete(key);
    return this.#entries.delete(key);
  }
}

// --- inside ---

function empty(kind: Kind): Value {
  switch (kind) {
    case "string":
      return { kind, text: "" };
    case "hash":
      return { kind, fields: new Map() };
    case "list":
      return { kind, items: [] };
    case "set":
      return { kind, members: new Set() };
    case "zset":
      return { kind, scored: new SortedSet() };
    case "stream":
      return { kind, stream: new Stream() };
  }
}

function isEmpty(value: Value): boolean {
  switch (value.kind) {
    case "hash":
      return value.fields.size === 0;
    case "list":
      return value.items.length === 0;
    case "set":
      return value.members.size === 0;
    case "zset":
      return value.scored.size === 0;
    case "string":
    case "stream":
      return false;
  }
}
