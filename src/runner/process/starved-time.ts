import { readFileSync } from "node:fs";

/**
 * How long a process was ready to run and got no processor. On a busy machine a second of silence
 * may be a tenth of a second of work, and a process that is taken for hung then was only starved.
 * Only Linux tells it; elsewhere nothing is given back.
 */
export class StarvedTime {
  readonly #waitedMs: () => number;
  #countedMs = 0;
  #grantedMs = 0;

  constructor(pid: number | undefined, waitedMs: () => number = () => waitedMsOf(pid)) {
    this.#waitedMs = waitedMs;
  }

  /** Counts from here: what was waited for before belongs to an earlier question. */
  restart(): void {
    this.#countedMs = this.#waitedMs();
    this.#grantedMs = 0;
  }

  /** How much longer a process may be silent; 0 where it had its processor, or enough was given. */
  grantMs(silenceMsMax: number): number {
    const waitedMs = this.#waitedMs();
    const starvedMs = Math.min(waitedMs - this.#countedMs, silenceMsMax);
    this.#countedMs = waitedMs;
    // A machine on which a process hardly runs at all must not be waited for without end.
    if (starvedMs < silenceMsMax * noticeableShare) return 0;
    if (this.#grantedMs >= silenceMsMax * grantsMax) return 0;
    this.#grantedMs += starvedMs;
    return starvedMs;
  }
}

// --- inside ---

/** Less of the silence than this is how processes share processors on any machine. */
const noticeableShare = 0.1;
/** In all, a process is given at most so many times its silence. */
const grantsMax = 4;

function waitedMsOf(pid: number | undefined): number {
  if (pid === undefined || process.platform !== "linux") return 0;
  try {
    const [, waitedNs] = readFileSync(`/proc/${pid}/schedstat`, "latin1").split(" ");
    return Number(waitedNs ?? 0) / 1_000_000;
  } catch {
    return 0; // it has ended, or the system does not count
  }
}
