/** The place of an entry in its stream. */
export interface StreamId {
  readonly ms: number;
  readonly seq: number;
}

export interface StreamEntry {
  readonly id: StreamId;
  /** Fields and values by turns. */
  readonly fields: readonly string[];
}

/** An entry that a consumer was given and has not acknowledged. */
export interface Pending {
  readonly id: StreamId;
  consumer: string;
  deliveredAtMs: number;
  deliveries: number;
}

export interface Consumer {
  seenAtMs: number;
}

export interface Group {
  lastId: StreamId;
  /** How many entries it was given so far; unknown before it is given any. */
  readCount: number | undefined;
  readonly consumers: Map<string, Consumer>;
  /** By the text of the id, in the order of ids. */
  readonly pending: Map<string, Pending>;
}

export const firstId: StreamId = { ms: 0, seq: 0 };
export const lastPossibleId: StreamId = {
  ms: Number.MAX_SAFE_INTEGER,
  seq: Number.MAX_SAFE_INTEGER,
};

/** An append-only log with groups of readers. */
export class Stream {
  entries: StreamEntry[] = [];
  lastId: StreamId = firstId;
  maxDeletedId: StreamId = firstId;
  added = 0;
  readonly groups: Map<string, Group> = new Map();

  add(id: StreamId, fields: readonly string[]): void {
    this.entries.push({ id, fields });
    this.lastId = id;
    this.added += 1;
  }

  /** The entries from one id to another, both with them. */
  range(from: StreamId, to: StreamId): readonly StreamEntry[] {
    return this.entries.slice(this.#place(from), this.#place(afterId(to)));
  }

  find(id: StreamId): StreamEntry | undefined {
    return this.range(id, id)[0];
  }

  delete(id: StreamId): boolean {
    const at = this.#place(id);
    const there = this.entries[at];
    if (there === undefined || compareIds(there.id, id) !== 0) return false;
    this.entries.splice(at, 1);
    if (compareIds(id, this.maxDeletedId) > 0) this.maxDeletedId = id;
    return true;
  }

  #place(id: StreamId): number {
    let low = 0;
    let high = this.entries.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const there = this.entries[middle];
      if (there !== undefined && compareIds(there.id, id) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

export function compareIds(first: StreamId, second: StreamId): number {
  return first.ms - second.ms || first.seq - second.seq;
}

export function idText({ ms, seq }: StreamId): string {
  return `${ms}-${seq}`;
}

export function afterId({ ms, seq }: StreamId): StreamId {
  return { ms, seq: seq + 1 };
}

export function beforeId({ ms, seq }: StreamId): StreamId {
  return seq > 0 ? { ms, seq: seq - 1 } : { ms: ms - 1, seq: Number.MAX_SAFE_INTEGER };
}

/** An id as it is written; where only the time is given, the rest is `seq`. */
export function parseId(text: string, seq: number): StreamId | undefined {
  const parts = /^(\d{1,20})(?:-(\d{1,20}))?$/.exec(text);
  if (parts === null) return undefined;
  const clamp = (digits: string): number => Math.min(Number(digits), Number.MAX_SAFE_INTEGER);
  return { ms: clamp(parts[1] ?? ""), seq: parts[2] === undefined ? seq : clamp(parts[2]) };
}
