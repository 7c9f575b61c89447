import { readFileSync } from "node:fs";

/**
 * Watches the memory of a process from outside. V8 limits its own heap only: buffers, WebAssembly
 * and native code lie beside it. The peak is read, not what is there at the moment, so that what
 * comes of a run does not depend on when somebody looked. Only Linux tells it without a process of
 * its own; elsewhere the heap is all that is limited.
 */
export class MemoryWatch {
  readonly #pid: number | undefined;
  readonly #limitBytes: number;
  #baseBytes = loadBytesMax;

  constructor(pid: number | undefined, limitMb: number) {
    this.#pid = pid;
    this.#limitBytes = limitMb * mb + besidesBytes;
  }

  /** Says that all there has been until now is not to be counted: the code that was loaded. */
  settle(): void {
    this.#baseBytes = peakBytes(this.#pid) ?? this.#baseBytes;
  }

  /** Whether there was ever more than allowed since. */
  get isOver(): boolean {
    return (peakBytes(this.#pid) ?? 0) > this.#baseBytes + this.#limitBytes;
  }
}

/** How often a process that is asked something is looked at. */
export const lookMs = 100;

// --- inside ---

const mb = 1024 * 1024;

/** Loading may take the type checker of TypeScript, which is large. */
const loadBytesMax = 512 * mb;

/**
 * What V8 needs besides the heap that is limited: new objects, and buffers that nothing refers to
 * any more and that are not collected yet. Code that leaves nothing but garbage needs up to 48 MB.
 */
const besidesBytes = 128 * mb;

function peakBytes(pid: number | undefined): number | undefined {
  if (pid === undefined || process.platform !== "linux") return undefined;
  try {
    const status = readFileSync(`/proc/${pid}/status`, "latin1");
    const [, kilobytes] = /^VmHWM:\s*(\d+) kB$/m.exec(status) ?? [];
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
  } catch {
    return undefined; // it has ended
  }
}
