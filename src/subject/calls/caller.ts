import type { CallPlan } from "../../kernel/subject/call-plan.ts";
import type { CallOutcome } from "../../kernel/subject/call-test.ts";
import { isSlip } from "../../kernel/errors/engine-error.ts";
import { failureFrom } from "../../kernel/failure/failure.ts";
import { isThenable } from "../drive/simulation-subject.ts";
import type { CallRunParts } from "./call-run-parts.ts";
import { codeText } from "./code-text.ts";
import { whyExpected } from "./expected-throw.ts";
import { fixtureFor, isArbitrary, oneOfValues } from "./fixture-value.ts";
import { argumentList, construct, exportAt } from "./instance-maker.ts";
import { type Asking, iterated } from "./iterate-result.ts";
import { type Maker, makeValue, type Making, type Steps, UnmadeError } from "./maker.ts";
import type { PreparedCall } from "./prepare-target.ts";
import type { Receiver } from "./receiver.ts";

/** Makes arguments of what was drawn, and calls with them. */
export class Caller {
  readonly making: Making;
  /** Of the call that was made last. */
  asking: Asking = { isToTheEnd: false, isCut: false };
  readonly #parts: CallRunParts;

  constructor(parts: CallRunParts) {
    this.#parts = parts;
    const { prepared, definition, context } = parts;
    this.making = {
      world: context.world,
      decisions: context.decisions,
      modules: definition.modules,
      makers: prepared.makers,
      stubCalls: 0,
      hasSignal: false,
    };
  }

  /** Takes further makers, of values that are no parameter's own. */
  learn(makers: ReadonlyMap<string, Maker>): void {
    this.making.makers = new Map([...this.making.makers, ...makers]);
  }

  /** The arguments themselves, made of what was drawn for them. */
  *make({ plan, params }: PreparedCall, drawn: readonly unknown[]): Steps<readonly unknown[]> {
    const values: unknown[] = [];
    for (let at = 0; at < drawn.length; at++) {
      const isPlain = params[at]?.isPlain === true;
      values.push(isPlain ? drawn[at] : yield* makeValue(drawn[at], this.making));
    }
    return argumentList(values, plan.params);
  }

  /** Calls, waits for what has to be waited for, and says how it came out. */
  *invoke(
    plan: CallPlan,
    args: readonly unknown[],
    receiver: Receiver | undefined,
  ): Steps<CallOutcome> {
    const { definition, context } = this.#parts;
    const { asking } = this;
    asking.isCut = false;
    try {
      const result = this.#apply(plan, args, receiver);
      const value = isThenable(result) ? yield result : result;
      return { kind: "returned", value: yield* iterated(value, plan.returns, asking) };
    } catch (thrown) {
      const expected = whyExpected(thrown, {
        plan,
        preconditions: definition.options.expectedPreconditions ?? [],
        frames: context.frames,
        making: this.making,
        args,
      });
      // While something goes wrong around it, a call may well fail, but not by a slip of its own.
      const { hasFired } = context.state;
      const passedOn = hasFired && !isSlipOf(thrown) ? "passed on from a fault" : undefined;
      return { kind: "threw", thrown, expected: expected ?? passedOn };
    }
  }

  /** The call as it would be written: `cart.add({sku: "a"}, 2)`. */
  text(plan: CallPlan, drawn: readonly unknown[], receiver: Receiver | undefined): string {
    const { makers } = this.making;
    const args = argumentList(drawn, plan.params).map((value) => codeText(value, makers));
    const name = plan.from.path.at(-1) ?? plan.name;
    const isOn = plan.kind === "method" && receiver !== undefined;
    const written = isOn ? `${receiver.variable}.${name}` : plan.name;
    const whole = plan.kind === "constructor" ? `new ${plan.from.path.join(".")}` : written;
    return `${plan.isAsync ? "await " : ""}${whole}(${args.join(", ")})`;
  }

  #apply(plan: CallPlan, args: readonly unknown[], receiver: Receiver | undefined): unknown {
    const { modules } = this.#parts.definition;
    if (plan.kind === "constructor") {
      return construct({ from: plan.from, how: "constructor" }, args, modules);
    }
    if (plan.kind === "method" && receiver !== undefined) {
      const method = receiver.method(plan.from.path.at(-1) ?? "");
      return Reflect.apply(method, receiver.value, args) as unknown;
    }
    const { value, owner } = exportAt(plan.from, modules);
    if (typeof value !== "function") {
      throw new UnmadeError(
        `\`${plan.from.path.join(".")}\` of ${plan.from.module} is not a function`,
        undefined,
      );
    }
    return Reflect.apply(value, this.#thisOf(plan) ?? owner, args) as unknown;
  }

  /** What was given as `this` of a function that is written to be a method. */
  #thisOf({ name, thisType }: CallPlan): unknown {
    const { target, options } = this.#parts.definition;
    if (thisType === undefined) return undefined;
    const fixture = fixtureFor("this", [name, target.name], options);
    if (fixture === undefined) throw new UnmadeError(`\`${name}\` has no \`this\``, undefined);
    if (typeof fixture === "function") return fixture();
    const arbitrary = isArbitrary(fixture) ? fixture : oneOfValues(fixture);
    return this.making.decisions.value("this", arbitrary);
  }
}

// --- inside ---

function isSlipOf(thrown: unknown): boolean {
  const { error, message } = failureFrom("thrown", thrown);
  return isSlip(error, message);
}
