/** A member with its score. */
export interface Scored {
  readonly member: string;
  readonly score: number;
}

/** Members in the order of their scores, and of their bytes where scores are equal. */
export class SortedSet {
  readonly #scores = new Map<string, number>();
  readonly #ordered: Scored[] = [];

  get size(): number {
    return this.#ordered.length;
  }

  score(member: string): number | undefined {
    return this.#scores.get(member);
  }

  /** Every member, lowest first. */
  all(): readonly Scored[] {
    return this.#ordered;
  }

  set(member: string, score: number): void {
    this.delete(member);
    // Redis knows no negative zero in an order.
    const scored = { member, score: score === 0 ? 0 : score };
    this.#scores.set(member, scored.score);
    this.#ordered.splice(this.#place(scored), 0, scored);
  }

  delete(member: string): boolean {
    const score = this.#scores.get(member);
    if (score === undefined) return false;
    this.#scores.delete(member);
    this.#ordered.splice(this.#place({ member, score }), 1);
    return true;
  }

  /** How many come before a member; undefined where it is not one. */
  rank(member: string): number | undefined {
    const score = this.#scores.get(member);
    return score === undefined ? undefined : this.#place({ member, score });
  }

  /** Where something is or would be. */
  #place(scored: Scored): number {
    let low = 0;
    let high = this.#ordered.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const there = this.#ordered[middle];
      if (there !== undefined && isBefore(there, scored)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

// --- inside ---

function isBefore(first: Scored, second: Scored): boolean {
  return (
    first.score < second.score || (first.score === second.score && first.member < second.member)
  );
}
