import type { StatedExample } from "../../kernel/subject/call-test.ts";
import { failureFrom } from "../../kernel/failure/failure.ts";
import { literalText } from "../../kernel/values/literal.ts";
import { isThenable } from "../drive/simulation-subject.ts";
import { agrees } from "./agrees.ts";
import { sameValue } from "./same-value.ts";
import type { CallRunParts } from "./call-run-parts.ts";
import { CallProblem, isNamed } from "./judge-call.ts";
import { type Steps, walk } from "./maker.ts";

/** The claim that an example makes: `chunk example: chunk([1, 2], 1)`. */
export function exampleProperty({ of, text }: Pick<StatedExample, "of" | "text">): string {
  return `${of} example: ${text}`;
}

/** One run of the examples in the documentation of a target, beginning with any of them. */
export class ExamplesRun {
  readonly #parts: CallRunParts;

  constructor(parts: CallRunParts) {
    this.#parts = parts;
  }

  run(): void | Promise<void> {
    return walk(this.#run());
  }

  *#run(): Steps<void> {
    const { definition, context } = this.#parts;
    const { examples = [] } = definition.options;
    if (examples.length === 0) return;
    // A run ends with the first that fails: those behind it need runs that begin further on.
    const first = context.decisions.integer("first", { min: 0, max: examples.length - 1 });
    for (const example of [...examples.slice(first), ...examples.slice(0, first)]) {
      if (context.state.failure !== undefined) return;
      yield* this.#judge(example);
    }
  }

  *#judge(example: StatedExample): Steps<void> {
    const { definition, context } = this.#parts;
    const { state } = context;
    const { of, text } = example;
    const property = exampleProperty(example);
    const plan = { name: of };
    if (isNamed(property, plan, definition.options.ignoredProperties)) return;
    const given = yield* this.#evaluate(example);
    const problem = problemOf(example, given);
    if (problem === undefined) state.judge("invariant", property, true);
    if (problem === undefined || problem === unclear) return;
    // What is another thing each time, as an id, is not what documentation can say.
    if (!isSame(given, yield* this.#evaluate(example))) return;
    // Only what fails is told: the examples before it have nothing to do with it.
    state.begin(of, text);
    state.end(of, given.kind === "threw" ? "threw" : "done", shownText(given));
    if (isNamed(property, plan, definition.options.expectedProperties)) {
      state.refused("expected", of, `the configuration expects \`${property}\` to break`);
    } else state.judgeThrown("invariant", property, new CallProblem(problem));
    state.settle();
  }

  *#evaluate({ run }: StatedExample): Steps<Given> {
    const { target, modules } = this.#parts.definition;
    try {
      const made = run(modules[target.module] ?? {});
      const { got, said } = (isThenable(made) ? yield made : made) as Evaluated;
      return { kind: "gave", got: isThenable(got) ? yield got : got, said };
    } catch (thrown) {
      return { kind: "threw", thrown };
    }
  }
}

// --- inside ---

type Evaluated = Awaited<ReturnType<StatedExample["run"]>>;

type Given =
  | { readonly kind: "gave"; readonly got: unknown; readonly said: unknown }
  | { readonly kind: "threw"; readonly thrown: unknown };

function isSame(given: Given, again: Given): boolean {
  if (given.kind === "threw" || again.kind === "threw") return given.kind === again.kind;
  return sameValue(given.got, again.got) === true;
}

/** Whether it agrees cannot be told. */
const unclear = "unclear";

function problemOf({ place, says, throws }: StatedExample, given: Given): string | undefined {
  if (given.kind === "threw") {
    if (throws) return undefined;
    const { error, message } = failureFrom("thrown", given.thrown);
    // A name that the example leaves open, or a missing file, is no word against the code.
    const isOfSystem = Reflect.get(Object(given.thrown), "syscall") !== undefined;
    if (error === "ReferenceError" || isOfSystem) return unclear;
    return `${place} says ${says}, the code throws ${error}: ${message}`;
  }
  if (throws) return `${place} says ${says}, the code gives ${literalText(given.got)}`;
  const same = agrees(given.got, given.said, says);
  if (same === undefined) return unclear;
  return same ? undefined : `${place} says ${says}, the code gives ${literalText(given.got)}`;
}

function shownText(given: Given): string {
  if (given.kind === "gave") return literalText(given.got);
  const { error, message } = failureFrom("thrown", given.thrown);
  return `${error}: ${message}`;
}
