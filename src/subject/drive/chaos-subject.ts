import type { ChaosTest } from "../../kernel/subject/chaos-test.ts";
import type { ValueArbitrary } from "../../kernel/decisions/decisions.ts";
import type { RunContext, Subject } from "../../kernel/subject/subject.ts";
import type { Plan, RuleEntry } from "./chaos-plan.ts";
import { ChaosRun } from "./chaos-run.ts";

/** Makes a chaos test runnable. What does not change from run to run is worked out once, here. */
export function chaosSubject(definition: ChaosTest): Subject {
  const plan = planOf(definition);
  return {
    name: plan.name,
    declared: {
      operations: plan.rules.map((rule) => rule.name),
      faults: plan.faults,
      properties: [
        ...plan.invariants.map(({ name }) => ({ kind: "invariant" as const, name })),
        ...plan.final.map(({ name }) => ({ kind: "final" as const, name })),
      ],
      needsProperties: "invariants",
    },
    run: (context: RunContext) => new ChaosRun(plan, context).run(),
  };
}

// --- inside ---

/** Two are enough for most races, and a story of two is short. */
const concurrencyDefault = 2;

function planOf({ options }: ChaosTest): Plan {
  const rules = Object.entries(options.rules).map(([name, rule]): RuleEntry => {
    const arbitraries: Readonly<Record<string, ValueArbitrary<unknown>>> = rule.draw ?? {};
    const draws = Object.entries(arbitraries).map(([key, arbitrary]) => ({ key, arbitrary }));
    return { name, when: rule.when, run: rule.run, draws };
  });
  const checks = (group: (typeof options)["invariants"]) =>
    Object.entries(group ?? {}).map(([name, check]) => ({ name, check }));
  return {
    name: options.name,
    setup: options.setup,
    faults: options.faults ?? [],
    rules,
    hasGuards: rules.some((rule) => rule.when !== undefined),
    concurrency: Math.max(1, options.concurrency ?? concurrencyDefault),
    isConcurrencyGiven: options.concurrency !== undefined,
    invariants: checks(options.invariants),
    final: checks(options.final),
    teardown: options.teardown,
    snapshot: options.snapshot,
    restore: options.restore,
    kept: undefined,
  };
}
