/**
 * Where it matters which call comes first, calls that overlap are decided in an order of their
 * own: each waits until no other has come for a moment, and all that wait are taken by what they
 * are, not by when they came.
 *
 * The moment is one of the real clock, because an agent is a process of its own: nothing outside of
 * it can tell whether it is about to make another call. An agent that takes longer between two
 * calls that overlap gets an order by arrival for these. Replays hardly depend on it: they strike
 * by what a call asks and how often that was asked, and wait only where it never asks that again.
 */
export class CallGate {
  #waiting: Waiting[] = [];
  #timer: NodeJS.Timeout | undefined;
  #sinceMs = 0;

  /** Decides about a call when its turn comes: once none came for so long. */
  inOrder<Decided>(
    { key, quietMs }: { readonly key: string; readonly quietMs: number },
    decide: () => Decided,
  ): Promise<Decided> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.length === 0) this.#sinceMs = performance.now();
      const run = (): void => {
        try {
          resolve(decide());
        } catch (thrown) {
          reject(thrown);
        }
      };
      this.#waiting.push({ key, run });
      clearTimeout(this.#timer);
      const leftMs = this.#sinceMs + gatherMsMax - performance.now();
      const waitMs = Math.max(0, Math.min(quietMs, leftMs));
      this.#timer = setTimeout(() => this.#look(this.#waiting.length), waitMs);
    });
  }

  /** A timer that is late fires before what came meanwhile is read: that is read first. */
  #look(count: number): void {
    setImmediate(() => {
      setImmediate(() => {
        // Whoever came has set a timer of its own.
        if (this.#waiting.length === count) this.#release();
      });
    });
  }

  #release(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    const ordered = waiting.toSorted((one, other) => {
      if (one.key === other.key) return 0;
      return one.key < other.key ? -1 : 1;
    });
    for (const { run } of ordered) run();
  }
}

// --- inside ---

interface Waiting {
  readonly key: string;
  readonly run: () => void;
}

/** An agent that never stops calling is not held back for longer. */
const gatherMsMax = 2_000;
