import type { CallPlan } from "../../kernel/subject/call-plan.ts";
import type { Contract } from "../../kernel/judge/contract.ts";
import { watchActs } from "../../world/acts.ts";
import { checksNamed } from "./check-names.ts";
import type { CallObservation, ContractCheck, Outcome, Probe, Wrong } from "./contract-check.ts";
import type { Armed } from "./lifecycle.ts";

/** A call of a run, as far as a contract needs it. */
export interface ProbedCall {
  readonly plan: CallPlan;
  readonly receiver: unknown;
  /** The arguments as they were before the call, made anew each time. */
  argsBefore(): readonly unknown[];
  /** Calls once more. */
  again(args: readonly unknown[]): Outcome | PromiseLike<Outcome>;
}

/** A contract as a judge of calls: it calls again with its own inputs and says what is wrong. */
export interface ContractJudge {
  readonly name: string;
  appliesTo(plan: CallPlan): boolean;
  judge(call: ProbedCall): Promise<Wrong | NotExercised | undefined>;
}

/** Nothing can be said: no input fits the call, or there is nothing that can be broken. */
export interface NotExercised {
  readonly observed: readonly [];
}

/** The judges of some contracts, one for each check of each. */
export function contractJudges(contracts: readonly Contract[]): readonly ContractJudge[] {
  return contracts.flatMap((contract) =>
    checksNamed(contract.checks).map((check) => ({
      name: `${contract.target}: ${check.claim}`,
      appliesTo: (plan: CallPlan) => plan.name === contract.target,
      judge: (call: ProbedCall) => judgeCall(call, contract, check),
    })),
  );
}

// --- inside ---

async function judgeCall(
  call: ProbedCall,
  contract: Contract,
  check: ContractCheck,
): Promise<Wrong | NotExercised | undefined> {
  const { isExercised = isNotPlain } = check;
  const plains = new Map<string | undefined, CallObservation>();
  let hasExercised = false;
  for (const probe of check.probes(call.plan, contract)) {
    const plain = plains.get(probe.param);
    const observation = await observe({ call, contract, check, probe, plain });
    if (observation === undefined) continue;
    if (probe.isPlain) plains.set(probe.param, observation);
    const wrong = check.judge(observation);
    if (wrong !== undefined) return wrong;
    hasExercised ||= isExercised(observation);
  }
  return hasExercised ? undefined : { observed: [] };
}

function isNotPlain({ probe }: CallObservation): boolean {
  return !probe.isPlain;
}

async function observe(parts: {
  readonly call: ProbedCall;
  readonly contract: Contract;
  readonly check: ContractCheck;
  readonly probe: Probe;
  readonly plain: CallObservation | undefined;
}): Promise<CallObservation | undefined> {
  const { call, contract, check, probe, plain } = parts;
  const { plan } = call;
  const life = arm(parts);
  // Nothing to break: nothing can be said.
  if (check.arm !== undefined && life === undefined) return undefined;
  const args = probe.args(call.argsBefore());
  const before = { ...process.env };
  const watch = watchActs();
  try {
    const outcome = await call.again(args);
    const env = { before, after: { ...process.env } };
    return { plan, contract, probe, args, outcome, acts: watch.acts, env, life, plain };
  } finally {
    watch.stop();
    life?.restore();
    putBack(before);
  }
}

function arm(parts: {
  readonly call: ProbedCall;
  readonly contract: Contract;
  readonly check: ContractCheck;
  readonly probe: Probe;
}): Armed | undefined {
  const { receiver, plan } = parts.call;
  if (typeof receiver !== "object" || receiver === null) return undefined;
  return parts.check.arm?.(receiver, { plan, contract: parts.contract, probe: parts.probe });
}

/** A probe must not change the environment of the calls that come after it. */
function putBack(before: NodeJS.ProcessEnv): void {
  for (const key of Object.keys(process.env)) if (!(key in before)) delete process.env[key];
  for (const [key, value] of Object.entries(before)) {
    if (process.env[key] !== value) process.env[key] = value;
  }
}
