import type { BlockKind, CoverageMap } from "./coverage-map.ts";

/** A place that is there for when something goes wrong, and in how many runs it was entered. */
export interface HandlerCount {
  readonly kind: Extract<BlockKind, "catch" | "retry" | "fallback">;
  /** The absolute path. */
  readonly file: string;
  /** Where it stands in the type-free code. */
  readonly offset: number;
  entered: number;
  /** In how many of those runs a fault had fired. */
  underFault: number;
}

/** Watches which handlers, retries and fallbacks runs enter. */
export class HandlerWatch {
  readonly #map: CoverageMap;
  readonly #watched: readonly {
    readonly slot: number;
    /** For a retry the slot of the handler after which it goes round again. */
    readonly handler: number | undefined;
    readonly count: HandlerCount;
  }[];

  constructor(map: CoverageMap) {
    this.#map = map;
    this.#watched = map.files.flatMap(({ file, blocks, start }) =>
      blocks.flatMap(({ kind, offset, handler }, index) => {
        if (kind !== "catch" && kind !== "retry" && kind !== "fallback") return [];
        const count = { kind, file, offset, entered: 0, underFault: 0 };
        const at = handler === undefined ? undefined : start + handler;
        return [{ slot: start + index, handler: at, count }];
      }),
    );
  }

  /** Looks at the run that is just over. */
  look(hasFault: boolean): void {
    const { counters } = this.#map;
    for (const { slot, handler, count } of this.#watched) {
      const hits = counters[slot] ?? 0;
      if (hits === 0) continue;
      // A loop that tries again was entered a second time after its handler ran.
      if (handler !== undefined && (hits < 2 || counters[handler] === 0)) continue;
      count.entered += 1;
      if (hasFault) count.underFault += 1;
    }
  }

  /** What was seen so far. */
  counts(): readonly Readonly<HandlerCount>[] {
    return this.#watched.map(({ count }) => count);
  }
}
