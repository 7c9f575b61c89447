/** One copy of the data. */
export function writeCopy(copy: Map<string, number>, key: string, value: number): Promise<number> {
  copy.set(key, value);
  return Promise.resolve(value);
}

export function readCopy(copy: Map<string, number>, key: string): Promise<number | undefined> {
  return Promise.resolve(copy.get(key));
}

export function appendHint(
  hints: Map<string, number>,
  key: string,
  value: number,
): Promise<number> {
  hints.set(key, value);
  return Promise.resolve(value);
}

export function applyHint(copy: Map<string, number>, key: string, value: number): Promise<number> {
  copy.set(key, value);
  return Promise.resolve(value);
}

export function heartbeat(): Promise<boolean> {
  return Promise.resolve(true);
}

export function publish(key: string): Promise<string> {
  return Promise.resolve(key);
}

/** A store with a copy. What the copy missed is kept as a hint and applied by a repair. */
export class Replicas {
  readonly #main = new Map<string, number>();
  readonly #copy = new Map<string, number>();
  readonly #hints = new Map<string, number>();

  async put(key: string, value: number): Promise<void> {
    if (!(await heartbeat())) return;
    await publish(key);
    this.#main.set(key, value);
    try {
      await writeCopy(this.#copy, key, value);
    } catch {
      // The bug: a hint that cannot be kept is not told to the caller.
      await appendHint(this.#hints, key, value).catch(() => undefined);
    }
  }

  async repair(): Promise<void> {
    for (const [key, value] of this.#hints) {
      await applyHint(this.#copy, key, value);
      this.#hints.delete(key);
    }
  }

  async get(key: string): Promise<number | undefined> {
    return await readCopy(this.#copy, key);
  }

  /** Whether each write is in the copy or waits as a hint. */
  isDurable(): boolean {
    for (const [key, value] of this.#main) {
      if ((this.#hints.get(key) ?? this.#copy.get(key)) !== value) return false;
    }
    return true;
  }
}
