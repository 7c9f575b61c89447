import type { SourceLocation } from "../kernel/result/finding.ts";
import type { Uncontrolled } from "../kernel/trace/trace.ts";
import type { Escape } from "../world/escapes.ts";

/** What runs left uncontrolled, each call of each line once. */
export class UncontrolledUses {
  readonly #framesOf: (stack: string) => readonly SourceLocation[];
  readonly #uses = new Map<string, Uncontrolled>();

  constructor(framesOf: (stack: string) => readonly SourceLocation[]) {
    this.#framesOf = framesOf;
  }

  /** Adds what one run left. */
  add(escapes: readonly Escape[]): void {
    for (const { seam, call, stack } of escapes) {
      if (this.#uses.size >= usesMax) return;
      const [at] = stack === "" ? [] : this.#framesOf(stack);
      const place = at === undefined ? "" : `${at.file}:${at.line}`;
      this.#uses.set(`${call} ${place}`, { seam, call, place });
    }
  }

  /** All of them, in the order in which they were first seen. */
  list(): readonly Uncontrolled[] {
    return [...this.#uses.values()];
  }
}

/** Puts two lists together, each entry once. */
export function mergedUses(
  first: readonly Uncontrolled[],
  second: readonly Uncontrolled[],
): readonly Uncontrolled[] {
  const byKey = new Map([...first, ...second].map((use) => [`${use.call} ${use.place}`, use]));
  return [...byKey.values()];
}

// --- inside ---

/** More would not be read. */
const usesMax = 100;
