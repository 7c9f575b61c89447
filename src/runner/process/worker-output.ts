import type { Readable } from "node:stream";

/** One run may print so much; no log of a service comes near, and a flood would take all day. */
export const outputBytesMax: number = 64 * 1024 * 1024;

/** What user code prints to stdout and stderr: the last part of it is kept, all of it counted. */
export class WorkerOutput {
  readonly #onFlood: () => void;
  readonly #kept: Buffer[] = [];
  #keptLength = 0;
  #bytes = 0;
  #hasFlooded = false;

  constructor(onFlood: () => void) {
    this.#onFlood = onFlood;
  }

  /** Whether one run has printed more than it may. */
  get hasFlooded(): boolean {
    return this.#hasFlooded;
  }

  get text(): string {
    return Buffer.concat(this.#kept).subarray(-keptLengthMax).toString("utf8");
  }

  /** Reads a stream to its end. */
  read(stream: Readable | null): void {
    stream?.on("data", (chunk: Buffer) => this.#take(chunk));
  }

  /** Says that a run begins: what it prints is counted from here. */
  restart(): void {
    this.#bytes = 0;
  }

  #take(chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#bytes > outputBytesMax && !this.#hasFlooded) {
      this.#hasFlooded = true;
      this.#onFlood();
    }
    this.#kept.push(chunk);
    this.#keptLength += chunk.length;
    while (this.#keptLength - (this.#kept[0]?.length ?? 0) > keptLengthMax) {
      this.#keptLength -= this.#kept.shift()?.length ?? 0;
    }
  }
}

// --- inside ---

const keptLengthMax = 64 * 1024;
