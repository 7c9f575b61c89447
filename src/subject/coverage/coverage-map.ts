/** What a place in the user's code is, as far as it tells something about how failures are met. */
export type BlockKind = "function" | "branch" | "loop" | "catch" | "retry" | "fallback";

/** A stretch of code that runs as a whole; the place is an offset in the type-free code. */
export interface Block {
  readonly kind: BlockKind;
  readonly offset: number;
  /** For a retry: the number of the block that handles the error before it goes round again. */
  readonly handler?: number;
  /** For the body of a loop: the number of the one around it in the same function. */
  readonly loop?: number;
  /** For the body of a function: what the function is called. */
  readonly name?: string;
}

/** A comparison: where it stands in the type-free code, and whether it asks if two are equal. */
export interface CompareSpot {
  readonly offset: number;
  readonly isEquality: boolean;
}

/** One instrumented file: where its counters lie and what they count. */
export interface CoveredFile {
  readonly file: string;
  readonly blocks: readonly Block[];
  /** Its comparisons, in the order of their slots. */
  readonly sites: readonly CompareSpot[];
  /** The first slot of the file; its blocks come first, then its edges, then its comparisons. */
  readonly start: number;
  readonly edgesStart: number;
  readonly comparesStart: number;
  readonly end: number;
}

/** Slots that were hit, those of blocks by themselves; one slot is one place in every process. */
export interface ReachedSlots {
  readonly blocks: readonly number[];
  /** Edges and comparisons. */
  readonly others: readonly number[];
}

const noNews: ReachedSlots = { blocks: [], others: [] };

/** How many counters there are in all; a project with more is counted in its first files only. */
const slotsMax = 1 << 20;

/** How many slots a comparison has: one for each distance of its operands that is told apart. */
export const compareSlots = 32;

/**
 * The counters of one process: a byte for each place, saturating, so that a busy place is never
 * taken for one that was not reached. What was reached by any run so far is kept beside them.
 */
export class CoverageMap {
  readonly counters: Uint8ClampedArray = new Uint8ClampedArray(slotsMax);
  /** For each slot the set of hit counts seen so far, by rough size. */
  readonly #seen = new Uint8Array(slotsMax);
  readonly #words = new Uint32Array(this.counters.buffer);
  readonly files: CoveredFile[] = [];
  #used = 0;
  /** Slots that were hit for the first time and not told yet. */
  #untold: number[] = [];
  /** All slots that were hit, in the order in which that first happened. */
  readonly firstHits: number[] = [];

  /** Gives a file its slots; undefined when there are none left. */
  take(file: {
    readonly file: string;
    readonly blocks: readonly Block[];
    readonly edges: number;
    readonly compares: number;
    readonly sites?: readonly CompareSpot[];
  }): CoveredFile | undefined {
    const start = this.#used;
    const edgesStart = start + file.blocks.length;
    const comparesStart = edgesStart + file.edges;
    // Whole words, so that the scan of one file never reads a part of another.
    const end = (comparesStart + file.compares * compareSlots + 3) & ~3;
    if (end > slotsMax) return undefined;
    const { blocks, sites = [] } = file;
    const covered = { file: file.file, blocks, sites, start, edgesStart, comparesStart, end };
    this.files.push(covered);
    this.#used = end;
    return covered;
  }

  /** How many blocks there are. */
  get blocksTotal(): number {
    return this.files.reduce((sum, { blocks }) => sum + blocks.length, 0);
  }

  /** The slots that were hit for the first time since this was last asked. */
  news(): ReachedSlots {
    const untold = this.#untold;
    if (untold.length === 0) return noNews;
    this.#untold = [];
    const blocks = untold.filter((slot) => this.isBlock(slot));
    const known = new Set(blocks);
    return { blocks, others: untold.filter((slot) => !known.has(slot)) };
  }

  /** Whether a slot counts a block, and not an edge or a comparison. */
  isBlock(slot: number): boolean {
    return this.files.some(({ start, edgesStart }) => slot >= start && slot < edgesStart);
  }

  /** Whether a comparison, by its first slot, asks whether two are equal. */
  isEquality(site: number): boolean {
    const file = this.files.find(({ comparesStart, end }) => site >= comparesStart && site < end);
    if (file === undefined) return true;
    return file.sites[(site - file.comparesStart) / compareSlots]?.isEquality === true;
  }

  /** Forgets the hits of the last run. */
  clear(): void {
    this.counters.fill(0, 0, this.#used);
  }

  /** Does something whose hits are none of the run. */
  aside<R>(call: () => R): R {
    const before = this.counters.slice(0, this.#used);
    try {
      return call();
    } finally {
      this.counters.set(before);
    }
  }

  /**
   * Calls back with each hit of the run since the last `clear` that is new: a slot never hit
   * before, or one hit about as often as never before. What is told is known from then on.
   */
  harvest(onNew: (slot: number, bucket: number, isNewSlot: boolean) => void): void {
    const words = this.#words;
    const seen = this.#seen;
    const last = this.#used >> 2;
    for (let at = 0; at < last; at++) {
      if (words[at] === 0) continue;
      for (let slot = at * 4; slot < at * 4 + 4; slot++) {
        const hits = this.counters[slot] ?? 0;
        if (hits === 0) continue;
        const bucket = bucketOf(hits);
        const known = seen[slot] ?? 0;
        if ((known & bucket) !== 0) continue;
        seen[slot] = known | bucket;
        if (known === 0) this.#reach(slot);
        onNew(slot, bucket, known === 0);
      }
    }
  }

  /** Whether the run since the last `clear` hit anything that `harvest` would call back with. */
  get hasNews(): boolean {
    const words = this.#words;
    const seen = this.#seen;
    const counters = this.counters;
    const last = this.#used >> 2;
    // Four words at once: most places are not hit, and this is asked after each input.
    for (let at = 0; at < last; at += 4) {
      const some = (words[at] ?? 0) | (words[at + 1] ?? 0);
      if ((some | (words[at + 2] ?? 0) | (words[at + 3] ?? 0)) === 0) continue;
      for (let slot = at * 4; slot < at * 4 + 16; slot++) {
        const hits = counters[slot] ?? 0;
        if (hits !== 0 && ((seen[slot] ?? 0) & (buckets[hits] ?? 0)) === 0) return true;
      }
    }
    return false;
  }

  /** What `harvest` would call back with; it stays new. */
  newHits(): readonly (readonly [slot: number, bucket: number])[] {
    return this.hitSlots()
      .map((slot) => [slot, bucketOf(this.counters[slot] ?? 0)] as const)
      .filter(([slot, bucket]) => ((this.#seen[slot] ?? 0) & bucket) === 0);
  }

  /** A number for the blocks that the run since the last `clear` entered, and how often, roughly. */
  pathOfBlocks(): number {
    let path = 0;
    for (const { start, edgesStart } of this.files) {
      for (let slot = start; slot < edgesStart; slot++) {
        const hits = this.counters[slot] ?? 0;
        if (hits !== 0) path = (Math.imul(path, 31) + slot * 8 + (buckets[hits] ?? 0)) | 0;
      }
    }
    return path;
  }

  /** The slots that the run since the last `clear` has hit. */
  hitSlots(): readonly number[] {
    const slots: number[] = [];
    for (let slot = 0; slot < this.#used; slot++) {
      if (this.counters[slot] !== 0) slots.push(slot);
    }
    return slots;
  }

  /** Whether any run has hit a slot. */
  isKnown(slot: number): boolean {
    return this.#seen[slot] !== 0;
  }

  /** Marks hits as known, as another process or an earlier campaign has seen them. */
  learn(slot: number, bucket: number): void {
    if (slot >= this.#used) return;
    const known = this.#seen[slot] ?? 0;
    if (known === 0) this.#reach(slot);
    this.#seen[slot] = known | bucket;
  }

  #reach(slot: number): void {
    this.#untold.push(slot);
    this.firstHits.push(slot);
  }

  /** Whether the present run has hit a slot at least as often as a bucket says. */
  hasReached(slot: number, bucket: number): boolean {
    const hits = this.counters[slot] ?? 0;
    return hits > 0 && bucketOf(hits) >= bucket;
  }
}

// --- inside ---

/** The rough size of a count, one bit each: 1, 2, 3, 4–7, 8–15, 16–31, 32–127, 128 and more. */
function bucketOf(hits: number): number {
  return buckets[hits] ?? 0;
}

const buckets: Uint8Array = Uint8Array.from({ length: 256 }, (_, hits) => {
  if (hits <= 3) return hits === 0 ? 0 : 1 << (hits - 1);
  if (hits < 8) return 8;
  if (hits < 16) return 16;
  if (hits < 32) return 32;
  return hits < 128 ? 64 : 128;
});
