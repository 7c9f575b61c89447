import type { CallTarget } from "../../kernel/subject/call-plan.ts";
import type { Contract } from "../../kernel/judge/contract.ts";
import { decodeLiteral } from "../../kernel/values/literal.ts";
import { type ContractConfig, namesFor, type ScanSettings } from "../../config/index.ts";
import { checksNamed, contractsOfSinks } from "../../subject/contracts/index.ts";
import type { FunctionSinks } from "../../subject/sinks/index.ts";

/**
 * What the calls of a target are held to besides their types: what is configured, what the policy
 * asks of every call, and what reading the source makes worth a try.
 */
export function contractsFor(
  target: CallTarget,
  policies: ScanSettings,
  sinks: readonly FunctionSinks[],
): readonly Contract[] {
  const { module } = target;
  const policy = policies.entryFor(module);
  const all = target.calls.flatMap(({ name }): readonly Contract[] => [
    ...policies.contractsFor({ module, name }).map((config) => configured(name, config)),
    ...(policy.autoContracts.length === 0
      ? []
      : [{ target: name, checks: policy.autoContracts, source: "found" as const }]),
    ...sinks.filter((one) => one.name === name).flatMap(contractsOfSinks),
  ]);
  return all
    .map((contract) => {
      const ignored: readonly string[] = namesFor(policy.ignoredContracts, contract.target);
      return { ...contract, checks: contract.checks.filter((check) => !ignored.includes(check)) };
    })
    .filter(({ checks }) => checks.length > 0);
}

/** The claims of contracts as a finding names them, and who asked for them. */
export function claimsOf(
  contracts: readonly Contract[],
): ReadonlyMap<string, NonNullable<Contract["source"]>> {
  const claims = new Map<string, NonNullable<Contract["source"]>>();
  for (const { target, checks, source = "configured" } of contracts) {
    for (const { claim } of checksNamed(checks)) {
      const name = `${target}: ${claim}`;
      if (claims.get(name) !== "configured") claims.set(name, source);
    }
  }
  return claims;
}

// --- inside ---

function configured(target: string, config: ContractConfig): Contract {
  const { checks, args, trackedParams, protectedKeys, followupPhases } = config;
  const { envParam, phase, fault, handlerName } = config;
  const kwargs = Object.fromEntries(
    Object.entries(args).map(([name, value]) => [name, decodeLiteral(value)]),
  );
  return {
    target,
    checks,
    kwargs,
    ...(trackedParams.length === 0 ? {} : { trackedParams }),
    ...(protectedKeys.length === 0 ? {} : { protectedKeys }),
    ...(followupPhases.length === 0 ? {} : { followupPhases }),
    envParam,
    phase,
    fault,
    handlerName,
    source: "configured",
  };
}
