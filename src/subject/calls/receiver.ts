import { failureFrom } from "../../kernel/failure/failure.ts";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import { maskMessage } from "../../kernel/failure/identity.ts";
import { isThenable } from "../drive/simulation-subject.ts";
import type { CallRunParts } from "./call-run-parts.ts";
import { codeText } from "./code-text.ts";
import type { Drawing } from "./draw-arguments.ts";
import { whyExpected } from "./expected-throw.ts";
import { argumentList, construct, makerText } from "./instance-maker.ts";
import { placedFailure } from "./judge-call.ts";
import { makeValue, type Making, type Steps, UnmadeError } from "./maker.ts";
import { applyScenarios } from "./scenarios.ts";

/** The instance that the calls of one run are made on. */
export class Receiver {
  value: unknown;
  #state: unknown;
  #isMade = false;
  readonly #parts: CallRunParts;
  readonly #drawing: Drawing;
  readonly #making: Making;

  constructor(parts: CallRunParts, drawing: Drawing, making: Making) {
    this.#parts = parts;
    this.#drawing = drawing;
    this.#making = making;
  }

  /** What the instance is called in a story: `cart` for a `Cart`. */
  get variable(): string {
    const { name } = this.#parts.prepared.target;
    const short = name.replace(/^.*\./, "");
    return short.charAt(0).toLowerCase() + short.slice(1);
  }

  /** A method of the instance. */
  method(name: string): CallableFunction {
    const owner = Object(this.value) as object;
    const found: unknown = Reflect.get(owner, name, this.value);
    if (typeof found === "function") return found;
    throw new UnmadeError(`\`${this.variable}\` has no method \`${name}\``, undefined);
  }

  /** Makes the instance; false where that came to nothing, which the run's state then says. */
  *make(): Steps<boolean> {
    const { state } = this.#parts.context;
    try {
      return yield* this.#make();
    } catch (thrown) {
      // What was configured to make it ready is no code under test.
      if (thrown instanceof GauntletError) throw thrown;
      const { error, message } = failureFrom("thrown", thrown);
      state.refused(
        "unmade",
        this.#parts.prepared.target.name,
        maskMessage(`${error}: ${message}`),
      );
      return false;
    }
  }

  *tearDown(): Steps<void> {
    if (!this.#isMade) return;
    const ended: unknown = this.#parts.definition.options.object?.teardown?.(
      this.value,
      this.#state,
    );
    if (isThenable(ended)) yield ended;
  }

  *#make(): Steps<boolean> {
    const { object = {} } = this.#parts.definition.options;
    const state: unknown = object.stateFactory?.();
    this.#state = isThenable(state) ? yield state : state;
    if (object.factory === undefined) {
      if (!(yield* this.#construct())) return false;
    } else {
      const made: unknown = object.factory(this.#state);
      this.value = isThenable(made) ? yield made : made;
    }
    this.#isMade = true;
    const ready: unknown = object.setup?.(this.value, this.#state);
    const replaced = isThenable(ready) ? yield ready : ready;
    if (typeof replaced === "object" && replaced !== null) this.value = replaced;
    applyScenarios(this.value, object.scenarios ?? [], this.#making);
    for (const hook of Object.values(object.hooks ?? {})) {
      const hooked = hook(this.value, this.#state);
      if (isThenable(hooked)) yield hooked;
    }
    return true;
  }

  *#construct(): Steps<boolean> {
    const { prepared, definition, context } = this.#parts;
    const { receiver } = prepared.target;
    const { state } = context;
    if (receiver === undefined) return true;
    const name = `new ${receiver.name}`;
    const drawn = yield* this.#drawing.ofParams(prepared.receiverParams, receiver.name);
    try {
      const values = (yield* makeValue(drawn, this.#making)) as readonly unknown[];
      state.begin(name, state.journal.isKept ? this.#text(drawn) : undefined);
      const made = construct(receiver, argumentList(values, receiver.params), definition.modules);
      // A class may well have a method `then`; only what a factory gives is waited for.
      this.value = receiver.how === "factory" && isThenable(made) ? yield made : made;
      state.end(name);
      return true;
    } catch (thrown) {
      const plan = prepared.target.calls.find(({ kind }) => kind === "constructor");
      const expected = whyExpected(thrown, {
        plan: plan ?? {
          guards: prepared.target.calls.flatMap(({ guards }) => guards),
          documentedThrows: [],
        },
        preconditions: definition.options.expectedPreconditions ?? [],
        frames: context.frames,
        making: this.#making,
      });
      const { error, message } = failureFrom("thrown", thrown);
      // Only a constructor that is a target itself is judged: of others not all is known.
      state.end(name, "threw", `${error}: ${message}`);
      if (plan === undefined || expected !== undefined) {
        state.refused("unmade", name, expected ?? maskMessage(`${error}: ${message}`));
        return false;
      }
      state.break(placedFailure(thrown, context.frames));
      return false;
    }
  }

  #text(drawn: readonly unknown[]): string {
    const { makers, target } = this.#parts.prepared;
    if (target.receiver === undefined) return "";
    const args = argumentList(drawn, target.receiver.params);
    const texts = args.map((value) => codeText(value, makers));
    return `${makerText(target.receiver)}(${texts.join(", ")})`;
  }
}
