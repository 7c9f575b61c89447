import type { WorldThread } from "./world-thread.ts";

/** Something that will happen at a virtual time. */
export interface Wake {
  /** Virtual microseconds since the start of the run. */
  atUs: number;
  /** Order of creation; equal times fire in this order, as Node's timers do. */
  order: number;
  /** What a reader calls it: `setTimeout`, `crypto.randomBytes`. */
  readonly label: string;
  /** Undefined once it has fired or was cancelled. */
  fire: (() => void) | undefined;
  /** The stack of whoever asked for it, where somebody wants to read it. */
  readonly origin: string | undefined;
  /** The thread in which it happens; undefined is the main one. */
  thread: WorldThread | undefined;
}

/** A binary heap of wakes: the earliest first, equal times in order of creation. */
export class WakeQueue {
  readonly #heap: Wake[] = [];

  get size(): number {
    return this.#heap.length;
  }

  push(wake: Wake): void {
    const heap = this.#heap;
    let at = heap.length;
    heap.push(wake);
    while (at > 0) {
      const parentAt = (at - 1) >> 1;
      const parent = heap[parentAt];
      if (parent === undefined || isBefore(parent, wake)) break;
      heap[at] = parent;
      at = parentAt;
    }
    heap[at] = wake;
  }

  /** Takes the earliest wake that was not cancelled. */
  pop(): Wake | undefined {
    for (;;) {
      const first = this.#take();
      if (first === undefined || first.fire !== undefined) return first;
    }
  }

  /** When everything that was not cancelled fires, in no order. */
  times(): readonly number[] {
    return this.#heap.filter(({ fire }) => fire !== undefined).map(({ atUs }) => atUs);
  }

  /** The threads in which something is going to happen. */
  threads(): readonly (WorldThread | undefined)[] {
    return this.#heap.filter(({ fire }) => fire !== undefined).map(({ thread }) => thread);
  }

  clear(): void {
    this.#heap.length = 0;
  }

  #take(): Wake | undefined {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (first === undefined || last === undefined || first === last) return first;
    let at = 0;
    for (;;) {
      let childAt = at * 2 + 1;
      const left = heap[childAt];
      if (left === undefined) break;
      const right = heap[childAt + 1];
      let child = left;
      if (right !== undefined && isBefore(right, left)) {
        child = right;
        childAt += 1;
      }
      if (isBefore(last, child)) break;
      heap[at] = child;
      at = childAt;
    }
    heap[at] = last;
    return first;
  }
}

// --- inside ---

function isBefore(first: Wake, second: Wake): boolean {
  return first.atUs < second.atUs || (first.atUs === second.atUs && first.order < second.order);
}
