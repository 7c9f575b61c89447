import type { Fault } from "./fault.ts";
import { isThenable } from "./answer-kind.ts";
import { makeFault, type SeamOptions } from "./make-fault.ts";
import { patienceMs } from "./timing.ts";
import { waitFor } from "./wait.ts";

/** A call that finds another one under way waits until that is over, and `ms` more. */
export function contendedCall(
  seam: string,
  options?: SeamOptions & { readonly ms?: number; readonly waitMaxMs?: number },
): Fault {
  const { ms = 50, waitMaxMs = patienceMs } = options ?? {};
  return makeFault<{ last: Promise<void> | undefined }>({
    kind: "contendedCall",
    seam,
    options,
    begin: () => ({ last: undefined }),
    watch: (hit) => {
      const { call, state } = hit;
      const { last } = state;
      // Only a call that answers later can be under way, so this never delays a synchronous one.
      const isContended = last !== undefined && hit.isStruck();
      const answer = isContended ? queued() : call.proceed();
      if (!isThenable(answer)) return answer;
      const over = new Promise<void>((resolve) => {
        const end = (): void => {
          if (state.last === over) state.last = undefined;
          resolve();
        };
        answer.then(end, end);
      });
      state.last = over;
      return answer;

      async function queued(): Promise<unknown> {
        hit.fire();
        // A function that calls itself would wait for itself for ever.
        await Promise.race([last, waitFor(call, waitMaxMs)]);
        await waitFor(call, ms);
        return call.proceed();
      }
    },
  });
}

/** The call is made `ms` later: a lock that is given back late; a synchronous caller goes on. */
export function delayedRelease(
  seam: string,
  options?: SeamOptions & { readonly ms?: number },
): Fault {
  const { ms = 500 } = options ?? {};
  return makeFault({
    kind: "delayedRelease",
    seam,
    options,
    strike: ({ call, fire, answersLater }) => {
      fire(`${ms} ms`);
      const released = call.sleep(ms).then(() => call.proceed());
      return answersLater ? released : undefined;
    },
  });
}
