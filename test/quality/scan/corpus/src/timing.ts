/** Waits. */
export function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Tries again until it works or tries are used up. */
export async function retry(task: () => Promise<string>, attempts = 3): Promise<string> {
  if (attempts < 1) throw new RangeError("at least one attempt is needed");
  let last: unknown;
  for (let attempt = 0; attempt < Math.min(attempts, 5); attempt++) {
    try {
      return await task();
    } catch (error) {
      last = error;
      await delay(2 ** attempt * 100);
    }
  }
  throw last;
}

/** A promise that may not take longer. */
export async function withTimeout(work: Promise<string>, milliseconds: number): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("timed out")), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Says that it is alive until it is stopped. */
export class Heartbeat {
  #timer: NodeJS.Timeout | undefined;
  beats = 0;

  start(): void {
    if (this.#timer !== undefined) return;
    this.#timer = setInterval(() => this.beats++, 1000);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}

/** Works until it is told to stop. */
export class Worker {
  #isStopped = false;
  rounds = 0;

  async run(): Promise<void> {
    while (!this.#isStopped) {
      this.rounds++;
      await delay(100);
    }
  }

  stop(): void {
    this.#isStopped = true;
  }
}

/** Opens once for all who wait. */
export class Latch {
  #isOpen = false;
  #waiting: (() => void)[] = [];

  wait(): Promise<void> {
    return this.#isOpen ? Promise.resolve() : new Promise((resolve) => this.#waiting.push(resolve));
  }

  open(): void {
    this.#isOpen = true;
    for (const resolve of this.#waiting) resolve();
    this.#waiting = [];
  }
}

/** Only one at a time. */
export class Mutex {
  #last: Promise<void> = Promise.resolve();

  async acquire(): Promise<() => void> {
    let release: () => void = () => {};
    const before = this.#last;
    this.#last = new Promise((resolve) => (release = resolve));
    await before;
    return release;
  }
}

/** Calls only after it was quiet for a while. */
export function debounce(call: (text: string) => void, quietMs: number): (text: string) => void {
  let timer: NodeJS.Timeout | undefined;
  return (text) => {
    clearTimeout(timer);
    timer = setTimeout(() => call(text), quietMs);
  };
}

/** So many in a span of time. */
export class RateLimiter {
  #tokens: number;
  #filledAt = Date.now();

  constructor(
    readonly capacity: number,
    readonly perSecond: number,
  ) {
    if (!(capacity > 0) || !(perSecond > 0)) throw new RangeError("a limit must be above 0");
    this.#tokens = capacity;
  }

  tryTake(count = 1): boolean {
    const now = Date.now();
    const filled = this.#tokens + ((now - this.#filledAt) / 1000) * this.perSecond;
    this.#tokens = Math.min(this.capacity, filled);
    this.#filledAt = now;
    if (count > this.#tokens) return false;
    this.#tokens -= count;
    return true;
  }
}
