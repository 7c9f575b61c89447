import type { CallTest } from "../../kernel/subject/call-test.ts";
import type { Decisions, ValueArbitrary } from "../../kernel/decisions/decisions.ts";
import { decodeLiteral, encodeLiteral } from "../../kernel/values/literal.ts";
import { isThenable } from "../drive/simulation-subject.ts";
import { fixtureFor, isArbitrary, oneOfValues } from "./fixture-value.ts";
import { type Steps, UnmadeError } from "./maker.ts";
import { DrawnValues } from "./drawn-values.ts";
import { type PreparedCall, type PreparedParam, structuredCopy } from "./prepare-target.ts";
import { inputSize } from "./work-limit.ts";

/** How often a whole argument list that someone wrote down is taken, where there are any. */
const exampleProb = 0.15;

/** How often a text or number is one that the run has met before. */
const againProb = 0.2;

/** Draws the arguments of calls: one recorded value for each parameter. */
export class Drawing {
  readonly #definition: CallTest;
  readonly #decisions: Decisions;
  readonly #met = new DrawnValues();
  /** How large everything is that was drawn so far. */
  size = 0;

  constructor(definition: CallTest, decisions: Decisions) {
    this.#definition = definition;
    this.#decisions = decisions;
  }

  /** The arguments of a call, by parameter. */
  *ofCall({ params, examples, plan }: PreparedCall): Steps<readonly unknown[]> {
    const decisions = this.#decisions;
    if (examples.length > 0 && decisions.chance("example", exampleProb)) {
      const at = decisions.integer("example", { min: 0, max: examples.length - 1 });
      const args = examples[at] ?? [];
      const drawn = params.map(({ plan: { name }, arbitrary }, index) =>
        decisions.value(name, written(args[index], arbitrary)),
      );
      this.size += inputSize(drawn);
      return drawn;
    }
    return yield* this.ofParams(params, plan.name);
  }

  /** The arguments of a constructor, factory or call, by parameter. */
  *ofParams(params: readonly PreparedParam[], owner: string): Steps<readonly unknown[]> {
    const drawn: unknown[] = [];
    for (const param of params) drawn.push(yield* this.#ofParam(param, owner));
    this.size += inputSize(drawn);
    return drawn;
  }

  /** Copies to make values of again; what is more than data is the same in all of them. */
  copies(drawn: readonly unknown[]): readonly unknown[] {
    return drawn.map((value) => {
      const plain = encodeLiteral(value);
      return plain === undefined ? value : decodeLiteral(plain);
    });
  }

  *#ofParam({ plan, arbitrary }: PreparedParam, owner: string): Steps<unknown> {
    const { options, target } = this.#definition;
    const { name } = plan;
    const isLast = options.fixturesLast === true && arbitrary !== undefined;
    const fixture = isLast ? undefined : fixtureFor(name, [owner, target.name], options);
    if (fixture !== undefined) {
      if (typeof fixture === "function") {
        const made = fixture();
        return isThenable(made) ? yield made : made;
      }
      if (isArbitrary(fixture)) return this.#decisions.value(name, fixture);
      if (fixture.length > 0) return this.#decisions.value(name, oneOfValues(fixture));
    }
    if (arbitrary === undefined) throw new UnmadeError(`\`${name}\` has no values`, undefined);
    const met = this.#met.of(plan.shape);
    if (met.length > 0 && this.#decisions.chance("again", againProb)) {
      // No value of its own: it gets smaller when the one it repeats does.
      return met[this.#decisions.integer("again", { min: 0, max: met.length - 1 })];
    }
    const drawn: unknown = this.#decisions.value(name, arbitrary);
    this.#met.add(drawn);
    return drawn;
  }
}

// --- inside ---

/** One value that someone wrote down; it shrinks as any value of the parameter does. */
function written(
  value: unknown,
  arbitrary: ValueArbitrary<unknown> | undefined,
): ValueArbitrary<unknown> {
  const accepts = (found: unknown): boolean => arbitrary?.canShrinkWithoutContext?.(found) ?? false;
  return {
    generate: () => {
      const copy = structuredCopy(value);
      return { value: copy, value_: copy, context: undefined };
    },
    shrink: (found, context) => {
      if (arbitrary === undefined) return [];
      return context !== undefined || accepts(found) ? arbitrary.shrink(found, context) : [];
    },
    canShrinkWithoutContext: accepts,
  };
}
