import { generatorFrom } from "../../kernel/decisions/generator.ts";
import { fillFromDecision } from "../entropy.ts";
import { epochMs, type SimWorld } from "../sim-world.ts";

/**
 * The time and the chance that Postgres sees: those of the run that it works for, and fixed ones
 * while it is started and given its schema, so that it is the same in every process.
 */
export class PostgresClock {
  #world: SimWorld | undefined;
  #fixedUs = 0;
  #fixedBytes = generatorFrom(fixedSeed);
  /** What it slept through since it was last asked. */
  #sleptUs = 0;
  #reads = 0;

  /** Does something in the time of a run, or in fixed time. Says how long it slept. */
  during(world: SimWorld | undefined, body: () => void): number {
    this.#world = world;
    this.#sleptUs = 0;
    this.#reads = 0;
    if (world === undefined) {
      this.#fixedUs = 0;
      this.#fixedBytes = generatorFrom(fixedSeed);
    }
    try {
      body();
      return this.#sleptUs;
    } finally {
      this.#world = undefined;
    }
  }

  /** Microseconds since 1970. Who waits does nothing but look at the clock. */
  readUs(): number {
    this.#reads += 1;
    if (this.#reads > readsMax) this.sleep(1);
    const us = this.#world === undefined ? (this.#fixedUs += 1) : this.#world.readUs();
    return epochMs * 1_000 + us + this.#sleptUs;
  }

  /** Lets time pass for Postgres alone; what it answers then comes later. */
  sleep(ms: number): void {
    this.#sleptUs += ms * 1_000;
  }

  fillBytes(bytes: Uint8Array): void {
    if (this.#world !== undefined) return fillFromDecision(this.#world, "postgres random", bytes);
    for (let at = 0; at < bytes.length; at++) bytes[at] = this.#fixedBytes.next();
    return undefined;
  }
}

// --- inside ---

const fixedSeed = 1;

/** A statement that reads the clock so often waits for time to pass, as `pg_sleep` does. */
const readsMax = 10_000;
