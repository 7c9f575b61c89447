import type { CallTest } from "../../kernel/subject/call-test.ts";
import type { RunContext, Subject } from "../../kernel/subject/subject.ts";
import { Nemesis } from "../drive/nemesis.ts";
import { CallRun } from "./call-run.ts";
import { exampleProperty, ExamplesRun } from "./examples-run.ts";
import { growable, growthProperty, GrowthRun } from "./growth-run.ts";
import { propertiesOf } from "./judge-call.ts";
import { type PreparedTarget, prepareTarget } from "./prepare-target.ts";

/** Makes a target of a scan runnable. What does not change from run to run is worked out once. */
export function callSubject(definition: CallTest, before?: Subject): Subject {
  return before instanceof CallSubject
    ? new CallSubject(definition, before)
    : new CallSubject(definition, firstOf(definition));
}

// --- inside ---

/** What is the same for all instances of a target. */
type Worked = Pick<CallSubject, "prepared" | "declared">;

function firstOf(definition: CallTest): Worked {
  const prepared = prepareTarget(definition);
  const declared: Subject["declared"] = {
    operations: operationsOf(prepared, definition),
    faults: definition.options.faults ?? [],
    properties: propertiesIn(definition, prepared),
  };
  return { prepared, declared };
}

function propertiesIn(
  definition: CallTest,
  prepared: PreparedTarget,
): Subject["declared"]["properties"] {
  const { mode, examples = [] } = definition.options;
  const named = (name: string): { readonly kind: "invariant"; readonly name: string } => ({
    kind: "invariant",
    name,
  });
  if (mode === "growth") return growable(prepared).map(({ name }) => named(growthProperty(name)));
  if (mode === "examples") return examples.map((one) => named(exampleProperty(one)));
  return propertiesOf(definition);
}

class CallSubject implements Subject {
  readonly name: string;
  readonly declared: Subject["declared"];
  readonly prepared: PreparedTarget;
  readonly #definition: CallTest;

  constructor(definition: CallTest, { prepared, declared }: Worked) {
    this.#definition = definition;
    this.prepared = prepared;
    this.declared = declared;
    this.name = definition.target.name;
  }

  run(context: RunContext): void | Promise<void> {
    const parts = { prepared: this.prepared, definition: this.#definition, context };
    new Nemesis(this.#definition.options.faults ?? [], context).start();
    switch (this.#definition.options.mode) {
      case "growth":
        return new GrowthRun(parts).run();
      case "examples":
        return new ExamplesRun(parts).run();
      default:
        return new CallRun(parts).run();
    }
  }
}

function operationsOf({ target, calls }: PreparedTarget, { options }: CallTest): readonly string[] {
  const names = calls.map(({ name }) => name);
  const { receiver } = target;
  const isConstructed = receiver !== undefined && options.object?.factory === undefined;
  return isConstructed ? [`new ${receiver.name}`, ...names] : names;
}
