import fc from "fast-check";
import { chaosTest } from "gauntlet";
import { PageCache } from "./page-cache.ts";

const key = fc.constantFrom("a", "b", "c", "d", "e", "f", "g", "h");

/** Load, age three times, mark, pin, sweep and read, all about one page of eight. */
export default chaosTest({
  name: "cache with gc",
  setup: () => new PageCache(),
  rules: {
    load: { draw: { key }, run: (cache, drawn) => cache.load(drawn.key) },
    pin: { draw: { key }, run: (cache, drawn) => cache.pin(drawn.key) },
    unpin: { draw: { key }, run: (cache, drawn) => cache.unpin(drawn.key) },
    tick: { run: (cache) => cache.tick() },
    mark: { run: (cache) => cache.mark() },
    sweep: { run: (cache) => cache.sweep() },
    read: { draw: { key }, run: (cache, drawn) => cache.read(drawn.key) },
  },
  invariants: { "no page is read after it was freed": (cache) => cache.isSound() },
});
