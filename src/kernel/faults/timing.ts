import type { Fault } from "./fault.ts";
import { changeAnswer, unchanged } from "./change-answer.ts";
import { isThenable } from "./answer-kind.ts";
import { type ErrorChoice, type Hit, makeFault, type SeamOptions } from "./make-fault.ts";
import { waitFor } from "./wait.ts";

/** How long a call that gets no answer waits before it fails, in virtual milliseconds. */
export const patienceMs = 30_000;

/** The call is not made; after `afterMs` it fails with ETIMEDOUT. */
export function timeout(
  seam: string,
  options?: SeamOptions & { readonly afterMs?: number; readonly error?: ErrorChoice },
): Fault {
  const { afterMs = patienceMs } = options ?? {};
  return makeFault({
    kind: "timeout",
    seam,
    options,
    strike: (hit) => {
      const error = hit.error(options?.error, { code: "ETIMEDOUT", syscall: functionOf(seam) });
      return hit.fail(error, afterMs);
    },
  });
}

/** The answer comes `ms` later, or with `before` the call begins so much later. */
export function slow(
  seam: string,
  options?: SeamOptions & { readonly ms?: number; readonly before?: boolean },
): Fault {
  const { ms = 1_000, before = false } = options ?? {};
  return makeFault({
    kind: "slow",
    seam,
    options,
    strike: (hit) => (before ? beginLater(hit, ms) : answerLater(hit, () => ms)),
  });
}

/** The answer comes later by a time that is drawn, up to `maxMs`. */
export function late(seam: string, options?: SeamOptions & { readonly maxMs?: number }): Fault {
  const { maxMs = 1_000 } = options ?? {};
  return makeFault({
    kind: "late",
    seam,
    options,
    strike: (hit) => answerLater(hit, () => hit.draw("ms", maxMs)),
  });
}

/** Every third call fails, or every `everyNth`. */
export function intermittentCrash(
  seam: string,
  options?: SeamOptions & { readonly error?: ErrorChoice },
): Fault {
  const message = `${functionOf(seam)} crashed`;
  return makeFault({
    kind: "intermittentCrash",
    seam,
    options: { everyNth: 3, ...options },
    strike: (hit) => hit.fail(hit.error(options?.error, { code: "ERR_CRASHED", message })),
  });
}

/** A number comes out wrong by up to `magnitude` in either direction. */
export function jitter(
  seam: string,
  options?: SeamOptions & { readonly magnitude?: number },
): Fault {
  const { magnitude = 0.01 } = options ?? {};
  return makeFault({
    kind: "jitter",
    seam,
    options,
    strike: (hit) =>
      changeAnswer(hit, (value) => {
        if (typeof value !== "number") return unchanged;
        // 0 is the simplest draw, so shrinking ends at no jitter at all.
        const steps = hit.draw("size", jitterSteps * 2);
        const signed = steps % 2 === 0 ? steps / 2 : -(steps + 1) / 2;
        const moved = value + (signed / jitterSteps) * magnitude;
        return moved === value ? unchanged : moved;
      }),
  });
}

/** Makes the call and, if it answers with a promise, hands the answer on after a while. */
export function answerLater<S>(hit: Hit<S>, msOf: () => number): unknown {
  const answer = hit.call.proceed();
  // Time cannot pass within a synchronous call, so such a call is left alone and nothing fired.
  if (!isThenable(answer)) return answer;
  const ms = msOf();
  if (ms <= 0) return answer;
  hit.fire(`${ms} ms`);
  const wait = async (): Promise<void> => waitFor(hit.call, ms);
  return answer.then(
    async (value) => {
      await wait();
      return value;
    },
    async (error: Error) => {
      await wait();
      throw error;
    },
  );
}

/** Makes the call after a while; one that must answer at once is left alone. */
export function beginLater<S>(hit: Hit<S>, ms: number): unknown {
  if (!hit.canWait) return hit.call.proceed();
  hit.fire(`${ms} ms`);
  return waitFor(hit.call, ms).then(() => hit.call.proceed());
}

/** The last part of a seam's name: what a stack would call the function. */
export function functionOf(seam: string): string {
  return /([^#.]+)$/.exec(seam)?.[1] ?? seam;
}

// --- inside ---

const jitterSteps = 1_000;
