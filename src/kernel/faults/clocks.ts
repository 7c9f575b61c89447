import type { Fault } from "./fault.ts";
import { type Hit, makeFault, type Triggers } from "./make-fault.ts";

/** While it is on, the clock is `ms` ahead, or behind where that is negative. */
export function clockSkew(options?: Triggers & { readonly ms?: number }): Fault {
  const { ms = 60_000 } = options ?? {};
  return makeFault<{ isAhead: boolean | undefined }>({
    kind: "clockSkew",
    seam: clockSeam,
    options,
    target: `${ms} ms`,
    begin: () => ({ isAhead: undefined }),
    watch: (hit) => {
      // Drawn once each time it is switched on: a clock is read far too often to draw each time.
      hit.state.isAhead ??= hit.isStruck();
      return hit.state.isAhead ? moved(hit, ms) : hit.call.proceed();
    },
  });
}

/** At a reading that is decided the clock jumps by `ms`, and stays there until it is healed. */
export function clockJump(
  options?: Triggers & { readonly ms?: number; readonly withinReads?: number },
): Fault {
  const { ms = 3_600_000, withinReads = 10 } = options ?? {};
  return makeFault<{ jumpsAt: number | undefined; reads: number }>({
    kind: "clockJump",
    seam: clockSeam,
    options,
    target: `${ms} ms`,
    begin: () => ({ jumpsAt: undefined, reads: 0 }),
    watch: (hit) => {
      const { state } = hit;
      state.jumpsAt ??= hit.isStruck() ? hit.draw("after reads", withinReads) : Infinity;
      const isAhead = state.reads >= state.jumpsAt;
      state.reads += 1;
      return isAhead ? moved(hit, ms) : hit.call.proceed();
    },
  });
}

// --- inside ---

const clockSeam = "world:clock.read";

function moved<S>(hit: Hit<S>, ms: number): unknown {
  const reading = hit.call.proceed();
  if (typeof reading !== "number" || ms === 0) return reading;
  hit.fire(`${ms} ms`);
  return reading + ms * 1_000;
}
