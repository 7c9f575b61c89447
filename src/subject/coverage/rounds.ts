import type { Block, CoveredFile } from "./coverage-map.ts";

/** A block of a file that was entered again and again. */
export interface BusyBlock {
  /** The absolute path. */
  readonly file: string;
  readonly block: Block;
}

/** Which blocks were entered shortly before a limit, and how often. */
export class Rounds {
  readonly #files = new Map<CoveredFile, Map<number, number>>();

  add(covered: CoveredFile, block: number): void {
    let counts = this.#files.get(covered);
    if (counts === undefined) this.#files.set(covered, (counts = new Map()));
    counts.set(block, (counts.get(block) ?? 0) + 1);
  }

  clear(): void {
    this.#files.clear();
  }

  /**
   * The loop that goes round and round: the busiest one, or one around it that was gone through
   * more than once as well. Where there is no loop it is the function that calls itself.
   */
  busiest(): BusyBlock | undefined {
    return this.#most(isLoop) ?? this.#most(({ kind }) => kind === "function" || kind === "catch");
  }

  #most(isMeant: (block: Block) => boolean): BusyBlock | undefined {
    let found: { covered: CoveredFile; block: Block; count: number } | undefined;
    for (const [covered, counts] of this.#files) {
      for (const [number, count] of counts) {
        const block = covered.blocks[number];
        if (block === undefined || !isMeant(block) || count <= (found?.count ?? 1)) continue;
        found = { covered, block, count };
      }
    }
    if (found === undefined) return undefined;
    const { covered, block } = found;
    return { file: covered.file, block: this.#outermost(covered, block) };
  }

  #outermost(covered: CoveredFile, busy: Block): Block {
    const counts = this.#files.get(covered);
    let block = busy;
    while (block.loop !== undefined && (counts?.get(block.loop) ?? 0) > 1) {
      const around = covered.blocks[block.loop];
      if (around === undefined) break;
      block = around;
    }
    return block;
  }
}

// --- inside ---

function isLoop({ kind }: Block): boolean {
  return kind === "loop" || kind === "retry";
}
