import type { SimWorld } from "./sim-world.ts";

/**
 * The world of the run that is on, or undefined. Every patched global looks here first and passes
 * through to the real thing outside of a run. A live binding, because a getter in the hot path of
 * `Date.now` would be felt.
 */
export let activeWorld: SimWorld | undefined;

/** Makes a world the active one, or none. */
export function activateWorld(world: SimWorld | undefined): void {
  activeWorld = world;
}
