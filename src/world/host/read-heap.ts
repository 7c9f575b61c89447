import v8 from "node:v8";
import { runInNewContext } from "node:vm";
import { real } from "../real.ts";
import type { SimWorld } from "../sim-world.ts";
import { countHostCall } from "./host-calls.ts";

/** The bytes of heap that are in use after what nobody needs was collected; recorded. */
export function readHeap(world: SimWorld): number {
  return world.decisions.answer("host heap", () => {
    countHostCall();
    collect();
    return heapStatistics().used_heap_size;
  });
}

// --- inside ---

// Kept from before any run: user code may put something else in its place.
const heapStatistics = v8.getHeapStatistics;
const runInContext = runInNewContext;

/** One collection may leave what the next one finds. */
const collectionsCount = 2;

function collect(): void {
  gc ??= findGc();
  for (let count = 0; count < collectionsCount; count++) gc?.();
}

let gc: (() => void) | undefined;

/** The collector of this process, which Node shows only when it is asked by a flag. */
function findGc(): (() => void) | undefined {
  try {
    real.setFlags("--expose-gc");
    const found: unknown = runInContext("gc");
    return typeof found === "function" ? (found as () => void) : undefined;
  } catch {
    return undefined;
  } finally {
    real.setFlags("--no-expose-gc");
  }
}
