import type { Simulation } from "../../kernel/subject/chaos-test.ts";
import type { RunContext, Subject } from "../../kernel/subject/subject.ts";
import { Nemesis } from "./nemesis.ts";

/** Makes a simulation runnable. */
export function simulationSubject(definition: Simulation): Subject {
  const { name, run, faults = [] } = definition.options;
  const operations = [name];
  const declared = { operations, faults, properties: [], needsProperties: "always" } as const;
  return {
    name,
    declared,
    run(context: RunContext): void | Promise<void> {
      const { state, world } = context;
      new Nemesis(faults, context).start();
      state.begin(name);
      const result = run(world);
      if (!isThenable(result)) return state.end(name);
      return Promise.resolve(result).then(() => state.end(name));
    },
  };
}

/** Whether something must be waited for. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return (
    typeof value === "object" &&
    value !== null &&
    "then" in value &&
    typeof value.then === "function"
  );
}
