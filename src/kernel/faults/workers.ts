import type { Fault } from "./fault.ts";
import { changeAnswer } from "./change-answer.ts";
import { spoiled } from "./corrupt.ts";
import { type FaultPlan, makeFault, type SeamOptions } from "./make-fault.ts";
import { isMeant, type Pattern, patternText } from "./pattern.ts";
import { infoOf } from "./fault-target.ts";
import { truncated } from "./results.ts";
import { answerLater } from "./timing.ts";

/** Which workers a fault is about. */
export interface WorkerFaultOptions extends SeamOptions {
  /** The worker's name; `*` stands for anything. */
  readonly worker?: Pattern;
}

/**
 * The process group is killed: once the request is handed over, so that its answer is lost, or
 * before, so that a process that remembers nothing is asked. `afterMs` is real time.
 */
export function workerKill(
  options?: WorkerFaultOptions & {
    readonly when?: "during" | "before";
    readonly afterMs?: number;
  },
): Fault {
  const { when = "during", afterMs = 0 } = options ?? {};
  return makeFault({
    ...workerPlan("workerKill", "request", options),
    strike: ({ call, fire }) => {
      const info = infoOf(call.args);
      fire(`${when} request ${String(info["request"])}`);
      const how = when === "before" ? { killFirst: true } : { killAfterMs: afterMs };
      return call.proceed([{ ...info, ...how }]);
    },
  });
}

/**
 * The process group is stopped before it is handed the request, and continued after `forMs` of
 * virtual time; where that is left out, once nobody waits any more. Either way the work is done.
 */
export function workerStop(options?: WorkerFaultOptions & { readonly forMs?: number }): Fault {
  const { forMs } = options ?? {};
  return makeFault({
    ...workerPlan("workerStop", "request", options),
    strike: (hit) => {
      const info = infoOf(hit.call.args);
      const stop = forMs === undefined ? "silent" : "brief";
      const proceed = (): unknown => hit.call.proceed([{ ...info, stop }]);
      if (forMs !== undefined)
        return answerLater({ ...hit, call: { ...hit.call, proceed } }, () => forMs);
      hit.fire(`in request ${String(info["request"])}`);
      return proceed();
    },
  });
}

/** The answer comes `ms` later, in virtual time. */
export function workerDelay(options?: WorkerFaultOptions & { readonly ms?: number }): Fault {
  const { ms = 1_000 } = options ?? {};
  return makeFault({
    ...workerPlan("workerDelay", "request", options),
    strike: (hit) => answerLater(hit, () => ms),
  });
}

/** One character of what the worker wrote is wrong. */
export function workerCorrupt(options?: WorkerFaultOptions): Fault {
  return makeFault({
    ...workerPlan("workerCorrupt", "output", options),
    strike: (hit) => changeAnswer(hit, (value) => spoiled(value, hit)),
  });
}

/** What the worker wrote breaks off. */
export function workerTruncate(
  options?: WorkerFaultOptions & { readonly fraction?: number },
): Fault {
  return makeFault({
    ...workerPlan("workerTruncate", "output", options),
    strike: (hit) => changeAnswer(hit, (value) => truncated(value, hit, options?.fraction)),
  });
}

// --- inside ---

function workerPlan(
  kind: string,
  part: "request" | "output",
  options: WorkerFaultOptions | undefined,
): FaultPlan<undefined> {
  return {
    kind,
    seam: `world:worker.${part}`,
    options,
    target: patternText(options?.worker) ?? "",
    matches: ({ args }) => isMeant(options?.worker, infoOf(args)["worker"]),
  };
}
