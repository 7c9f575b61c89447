import type { MemorySettings } from "../../../kernel/trace/trace.ts";
import { fragmentationPercent } from "./fragmentation.ts";

/** A piece of memory that is counted and was not given back. */
export interface Allocation {
  /** What it takes, which may be more than was asked for. */
  readonly bytes: number;
  readonly tag: string | undefined;
}

/** What came of asking for memory. */
export type Allocated =
  | { readonly kind: "allocated"; readonly id: number; readonly bytes: number }
  | { readonly kind: "failed"; readonly because: string };

/** What a step sets is not written down elsewhere, so its seed need not fit into a number. */
type StepSettings = Omit<MemorySettings, "fragmentationSeed"> & {
  readonly fragmentationSeed?: number | string | undefined;
};

/** Memory that a scenario counts; nothing is really taken. */
export class SimulatedMemory {
  #settings: StepSettings;
  #live = new Map<number, Allocation>();
  /** How often memory was asked for, with or without success. */
  #asked = 0;
  #given = 0;
  #inUseBytes = 0;

  constructor(settings: MemorySettings = {}) {
    this.#settings = settings;
  }

  /** Changes some of the settings from now on. */
  set(settings: StepSettings): void {
    this.#settings = { ...this.#settings, ...settings };
  }

  get inUseBytes(): number {
    return this.#inUseBytes;
  }

  allocate(asked: number, tag: string | undefined): Allocated {
    this.#asked += 1;
    const { limitMb, failAfter } = this.#settings;
    const bytes = this.#taken(asked);
    const inUse = this.#inUseBytes;
    if (limitMb !== undefined && inUse + bytes > limitMb * bytesPerMb) {
      const because = `${inUse} bytes are in use and ${bytes} were needed, at most ${limitMb} MiB`;
      return { kind: "failed", because };
    }
    if (failAfter !== undefined && this.#asked > failAfter) {
      const because = `it is allocation ${this.#asked}, and every one after ${failAfter} fails`;
      return { kind: "failed", because };
    }
    this.#given += 1;
    this.#live.set(this.#given, { bytes, tag });
    this.#inUseBytes += bytes;
    return { kind: "allocated", id: this.#given, bytes };
  }

  /** Gives a piece back; false where there is none of this number any more. */
  free(id: number): boolean {
    this.#inUseBytes -= this.#live.get(id)?.bytes ?? 0;
    return this.#live.delete(id);
  }

  /** What is left at the end although it may not be: all of it, or nothing. */
  leaks(): readonly (Allocation & { readonly id: number })[] {
    const { failOnLeak = false, leakBudget } = this.#settings;
    const isTolerated = !failOnLeak && leakBudget !== undefined && this.inUseBytes <= leakBudget;
    return isTolerated ? [] : [...this.#live].map(([id, allocation]) => ({ id, ...allocation }));
  }

  /** Remembers everything as it is now; calling the result goes back to it. */
  snapshot(): () => void {
    const [settings, live] = [this.#settings, new Map(this.#live)];
    const [asked, given, inUseBytes] = [this.#asked, this.#given, this.#inUseBytes];
    return () => {
      this.#settings = settings;
      this.#live = new Map(live);
      this.#asked = asked;
      this.#given = given;
      this.#inUseBytes = inUseBytes;
    };
  }

  #taken(asked: number): number {
    const { pressureWave = [], fragmentationSeed: seed } = this.#settings;
    const factors = pressureWave.filter((factor) => factor > 0);
    const factor = factors[(this.#asked - 1) % factors.length] ?? 1;
    const pressed = Math.floor(asked * factor);
    if (seed === undefined) return pressed;
    const percent = fragmentationPercent({ seed, ordinal: this.#asked, bytes: asked });
    return pressed + Math.floor((pressed * percent) / 100);
  }
}

// --- inside ---

const bytesPerMb = 1_024 * 1_024;
