import { generatorFrom } from "../kernel/decisions/generator.ts";
import { activeWorld } from "./active-world.ts";
import { real } from "./real.ts";
import type { SimWorld } from "./sim-world.ts";
import { replaceFunction } from "./stand-in.ts";

/** Puts decisions behind `Math.random`. */
export function installMathRandom(): void {
  replaceFunction(Math, "random", () => {
    const world = activeWorld;
    if (world === undefined) return real.random();
    return world.decisions.integer("Math.random", anySeed) / 2 ** 53;
  });
}

/**
 * Fills with bytes that come from one decision, whatever the length: a trace stays small, and a
 * shrunk run draws plain bytes by drawing a small number.
 */
export function fillFromDecision(world: SimWorld, label: string, bytes: Uint8Array): void {
  const generator = generatorFrom(world.decisions.integer(label, anySeed));
  let word = 0;
  for (let i = 0; i < bytes.length; i++) {
    word = i % 4 === 0 ? generator.next() : word >>> 8;
    bytes[i] = word;
  }
}

// --- inside ---

const anySeed = { min: 0, max: 2 ** 53 - 1 };
