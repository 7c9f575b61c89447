import { isBetterStart } from "../kernel/subject/rule-overlap.ts";
import { decodeDecisions } from "../kernel/trace/decode-decisions.ts";
import type { StretchResult, Sighting } from "../runner/protocol/protocol.ts";
import type { Suspect } from "./proof/prove.ts";

/** The failures that a campaign has seen, one for each identity. */
export class Suspects {
  readonly #byKey = new Map<string, Suspect>();
  readonly #onNew: (suspect: Suspect) => void;

  constructor(onNew: (suspect: Suspect) => void) {
    this.#onNew = onNew;
  }

  get count(): number {
    return this.#byKey.size;
  }

  /** All of them, in the order in which they were first seen. */
  all(): readonly Suspect[] {
    return [...this.#byKey.values()];
  }

  /** Whether a failure is known. */
  has(key: string): boolean {
    return this.#byKey.has(key);
  }

  /** Counts one more sighting of a failure that is known; false where it is not. */
  again(key: string): boolean {
    const known = this.#byKey.get(key);
    if (known === undefined) return false;
    this.#byKey.set(key, { ...known, occurrences: known.occurrences + 1 });
    return true;
  }

  /** Hears of a failure that a process has seen for the first time. */
  see({ runIndex, identity, failure, decisions }: Omit<Sighting, "type">): void {
    if (this.again(identity.key)) return;
    const firstLength = decisions.length;
    const suspect = { runIndex, identity, failure, decisions, firstLength, occurrences: 1 };
    this.#byKey.set(identity.key, suspect);
    this.#onNew(suspect);
  }

  /** Takes all sightings of a stretch; the first of each was taken when it was seen. */
  take(clusters: StretchResult["clusters"]): void {
    for (const { key, occurrences, decisions } of clusters) {
      const known = this.#byKey.get(key);
      if (known === undefined) continue;
      const isBetter = isBetterStart(decodeDecisions(decisions), decodeDecisions(known.decisions));
      this.#byKey.set(key, {
        ...known,
        occurrences: known.occurrences + occurrences - 1,
        decisions: isBetter ? decisions : known.decisions,
      });
    }
  }
}
