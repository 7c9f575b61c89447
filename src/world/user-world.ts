import type { ValueArbitrary } from "../kernel/decisions.ts";
import type { World } from "../kernel/subject.ts";
import type { SimWorld } from "./sim-world.ts";

/** The part of a simulated world that user code is given. */
export function userWorld(world: SimWorld): World {
  return new UserWorld(world);
}

// --- inside ---

class UserWorld implements World {
  readonly #world: SimWorld;

  constructor(world: SimWorld) {
    this.#world = world;
  }

  now(): number {
    return this.#world.nowUs / 1_000;
  }

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.#world.after(Math.round(Math.max(0, ms) * 1_000), "sleep", resolve);
    });
  }

  draw<T>(label: string, arbitrary: ValueArbitrary<T>): T {
    return this.#world.decisions.value(label, arbitrary);
  }

  pick<T>(label: string, values: readonly T[]): T {
    const options = values.map((value, index) => ({ name: nameOf(value, index), value }));
    return this.#world.decisions.pick(label, options).value;
  }
}

/** Words are recorded as themselves, so that a trace survives reordering; all else by position. */
function nameOf(value: unknown, index: number): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : `#${index}`;
}
