import type { Fault } from "./fault.ts";
import { isThenable } from "./answer-kind.ts";
import { type ErrorChoice, makeFault, type SeamOptions } from "./make-fault.ts";
import { functionOf, patienceMs } from "./timing.ts";
import { waitFor } from "./wait.ts";

/** The call is not made and fails: with EIO, another code, or an error that is made for it. */
export function errorOnCall(
  seam: string,
  options?: SeamOptions & { readonly error?: ErrorChoice },
): Fault {
  return makeFault({
    kind: "errorOnCall",
    seam,
    options,
    strike: (hit) =>
      hit.fail(hit.error(options?.error, { code: "EIO", syscall: functionOf(seam) })),
  });
}

/** The call is made, but its answer is lost: after `afterMs` it fails with ETIMEDOUT. */
export function lostReply(
  seam: string,
  options?: SeamOptions & { readonly afterMs?: number; readonly error?: ErrorChoice },
): Fault {
  const { afterMs = patienceMs } = options ?? {};
  return makeFault({
    kind: "lostReply",
    seam,
    options,
    strike: (hit) => {
      // Made before the call: afterwards the stack is no longer the caller's.
      const error = hit.error(options?.error, { code: "ETIMEDOUT", syscall: functionOf(seam) });
      const answer = hit.call.proceed();
      hit.fire(error.message);
      if (!isThenable(answer)) throw error;
      answer.then(ignore, ignore);
      return waitFor(hit.call, afterMs).then(() => {
        throw error;
      });
    },
  });
}

/** The call is made twice, one after the other or at once, and answers as the second does. */
export function duplicateCall(
  seam: string,
  options?: SeamOptions & { readonly atOnce?: boolean },
): Fault {
  return makeFault({
    kind: "duplicateCall",
    seam,
    options,
    strike: ({ call, fire }) => {
      fire();
      const first = call.proceed();
      if (!isThenable(first)) return call.proceed();
      const again = (): unknown => call.proceed();
      if (options?.atOnce !== true) return first.then(again, again);
      first.then(ignore, ignore);
      return again();
    },
  });
}

/** The call is never made and looks as if it had been; it answers undefined. */
export function swallowedCall(seam: string, options?: SeamOptions): Fault {
  return makeFault({
    kind: "swallowedCall",
    seam,
    options,
    strike: ({ fire, answersLater }) => {
      fire();
      return answersLater ? Promise.resolve() : undefined;
    },
  });
}

/** The answer of one call is held back until the next call of the seam has answered. */
export function reorderedCompletion(
  seam: string,
  options?: SeamOptions & { readonly waitMaxMs?: number },
): Fault {
  const { waitMaxMs = 1_000 } = options ?? {};
  return makeFault<{ release: (() => void) | undefined }>({
    kind: "reorderedCompletion",
    seam,
    options,
    begin: () => ({ release: undefined }),
    watch: (hit) => {
      const { call, state } = hit;
      const { release } = state;
      if (release !== undefined) {
        state.release = undefined;
        const answer = call.proceed();
        if (!isThenable(answer)) release();
        else answer.then(release, release);
        return answer;
      }
      const isStruck = hit.isStruck();
      const answer = call.proceed();
      if (!isStruck || !isThenable(answer)) return answer;
      const overtaken = new Promise<void>((resolve) => {
        state.release = resolve;
      });
      hit.fire();
      // If nobody comes to overtake, the answer is only late: the fault makes no deadlock.
      const held = Promise.race([overtaken, call.sleep(waitMaxMs)]);
      return answer.then(
        async (value) => {
          await held;
          return value;
        },
        async (error: Error) => {
          await held;
          throw error;
        },
      );
    },
  });
}

// --- inside ---

function ignore(): void {}
