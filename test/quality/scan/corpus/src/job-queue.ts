export interface Job {
  name: string;
  priority: number;
}

/** Jobs by priority, in a heap. */
export class JobQueue {
  readonly #heap: Job[] = [];

  get size(): number {
    return this.#heap.length;
  }

  push(job: Job): void {
    let at = this.#heap.push(job) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (this.#heap[parent].priority <= this.#heap[at].priority) break;
      this.#swap(at, parent);
      at = parent;
    }
  }

  pop(): Job | undefined {
    const top = this.#heap[0];
    if (top === undefined) return undefined;
    this.#heap[0] = this.#heap.pop()!;
    this.#sink(0);
    return top;
  }

  /** All names in the order of their priority; the queue is empty then. */
  drain(): string[] {
    const names: string[] = [];
    while (this.size > 0) names.push(this.pop()!.name);
    return names;
  }

  #sink(start: number): void {
    let at = start;
    for (;;) {
      const [left, right] = [at * 2 + 1, at * 2 + 2];
      let least = at;
      if (left < this.size && this.#heap[left].priority < this.#heap[least].priority) least = left;
      if (right < this.size && this.#heap[right].priority < this.#heap[least].priority)
        least = right;
      if (least === at) return;
      this.#swap(at, least);
      at = least;
    }
  }

  #swap(a: number, b: number): void {
    [this.#heap[a], this.#heap[b]] = [this.#heap[b], this.#heap[a]];
  }
}
