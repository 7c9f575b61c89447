import type { ArmedFor, CallObservation, ContractCheck, Wrong } from "../contract-check.ts";
import { type Armed, armLife, lifeFault } from "../lifecycle.ts";
import { givenProbe } from "../tracked-params.ts";

/** What is promised of an object's life when a part of it fails. */
export const lifecycleChecks: readonly ContractCheck[] = [
  attemptsAll("cleanup_attempts_all", "cleanup"),
  attemptsAll("all_cleanup_handlers_attempted", "cleanup"),
  attemptsAll("teardown_attempts_all", "teardown"),
  attemptsAll("all_teardown_handlers_attempted", "teardown"),
  attemptsAll("lifecycle_attempts_all", undefined),
  follows("setup_failure_triggers_teardown", { fault: "raise_setup_hook", then: ["teardown"] }),
  follows("cleanup_after_setup_failure", { fault: "raise_setup_hook", then: ["cleanup"] }),
  follows("rollout_cancellation_triggers_cleanup", { fault: "cancel_rollout", then: ["cleanup"] }),
  follows("cleanup_after_cancellation", { fault: undefined, then: ["cleanup"] }),
  follows("lifecycle_followup", { fault: undefined, then: [] }),
];

// --- inside ---

/** All handlers of a phase are tried, even if the first one fails. */
function attemptsAll(name: string, phase: string | undefined): ContractCheck {
  return {
    name,
    claim: `every handler of ${phase ?? "its phase"} is tried when one fails`,
    probes: (plan, contract) => [givenProbe(plan, contract, true), givenProbe(plan, contract)],
    arm: (receiver, what) => {
      const { contract, probe } = what;
      const fault = `raise_${phase ?? contract.phase ?? "cleanup"}_hook`;
      const armed = broken(receiver, what, { fault, then: [] });
      // One handler alone is always tried. A list says by itself who is to be called; what methods
      // a call makes is seen by letting it.
      const isOfUse = !probe.isPlain || armed?.isListed === false;
      if (armed === undefined || (armed.failing.length > 1 && isOfUse)) return armed;
      armed.restore();
      return undefined;
    },
    judge: ({ life, plain }) => (life === undefined ? undefined : untried(life, plain?.life)),
    isExercised: ({ life }) => life?.failed() !== undefined,
  };
}

/** Phases that must run after another one failed. */
function follows(
  name: string,
  what: { readonly fault: string | undefined; readonly then: readonly string[] },
): ContractCheck {
  return {
    name,
    claim: `${what.then.join(" and ") || "what must follow"} runs when an earlier part fails`,
    probes: (plan, contract) => [givenProbe(plan, contract)],
    arm: (receiver, armedFor) => {
      const { contract } = armedFor;
      const fault = what.fault ?? contract.fault ?? `cancel_${contract.phase ?? "rollout"}`;
      const given = contract.followupPhases ?? [];
      const then = what.then.length > 0 ? what.then : given;
      return broken(receiver, armedFor, { fault, then });
    },
    judge: (observation) => notFollowed(observation),
    isExercised: ({ life }) =>
      life?.failed() !== undefined &&
      [...life.following.values()].some((handlers) => handlers.length > 0),
  };
}

function broken(
  receiver: object,
  { plan, contract, probe }: ArmedFor,
  what: { readonly fault: string; readonly then: readonly string[] },
): Armed | undefined {
  const fault = lifeFault(what.fault);
  if (fault === undefined) return undefined;
  const method = plan.name.slice(plan.name.lastIndexOf(".") + 1);
  const handler = contract.handlerName;
  return armLife(receiver, { fault, followups: what.then, handler, method, isCalm: probe.isPlain });
}

function untried(life: Armed, calm: Armed | undefined): Wrong | undefined {
  const failed = life.failed();
  if (failed === undefined) return undefined;
  const expected = life.isListed ? life.failing : (calm?.called ?? []);
  const missing = expected.filter((name) => !life.called.includes(name));
  if (missing.length === 0) return undefined;
  return {
    problem: "when one handler fails, others are not tried",
    shown: `\`${failed}\` failed; never called: ${missing.map((one) => `\`${one}\``).join(", ")}`,
  };
}

function notFollowed({ life }: CallObservation): Wrong | undefined {
  const failed = life?.failed();
  if (life === undefined || failed === undefined) return undefined;
  for (const [phase, handlers] of life.following) {
    // A phase that the object does not have cannot be missed.
    if (handlers.length === 0 || handlers.some((name) => life.called.includes(name))) continue;
    return {
      problem: `${phase} does not run after an earlier part failed`,
      shown: `\`${failed}\` failed; never called: ${handlers.map((h) => `\`${h}\``).join(", ")}`,
    };
  }
  return undefined;
}
