import { literalText } from "../../../kernel/values/literal.ts";
import { exportAt } from "../../calls/instance-maker.ts";
import { durationMs } from "../shapes/values.ts";
import type { CodeSteps } from "../step-fields/code-fields.ts";
import { drawOf } from "./draw-value.ts";
import { answerMismatch, errorMismatch, jsonOf, mismatch } from "./matchers.ts";
import { AppPart } from "./mounted-app.ts";
import { harnessError, isOfHarness, StepFailed } from "./step-failure.ts";
import type { StepHandlers, StepScope } from "./step-scope.ts";

/** Does the steps that call the user's code. */
export const codeHandlers: StepHandlers<keyof CodeSteps> = {
  let: ({ name, value }, { store }) => store.set(name, value),
  draw: ({ name, schema }, scope) => scope.store.set(name, drawOf(schema, name, scope.context)),
  call: async (step, scope) => {
    const { fn, args = [], expect: wanted, expect_error: wantedError, save_as: saveAs } = step;
    const outcome = await settle(() => calledIn(step.within, scope, () => call(fn, args, scope)));
    if (wantedError !== undefined) {
      if ("value" in outcome) {
        const what = `\`${fn}\` gave ${literalText(outcome.value)} and did not throw`;
        throw new StepFailed("call_no_error", what);
      }
      if (isOfHarness(outcome.thrown)) throw outcome.thrown;
      const other = errorMismatch(outcome.thrown, wantedError);
      if (other === undefined) return;
      throw new StepFailed("call_other_error", `\`${fn}\` threw another error: ${other}`);
    }
    if ("thrown" in outcome) throw outcome.thrown;
    if (saveAs !== undefined) scope.store.set(saveAs, outcome.value);
    const problem = wanted === undefined ? undefined : mismatch(outcome.value, wanted);
    if (problem !== undefined) throw new StepFailed("call_result", `\`${fn}\` gave: ${problem}`);
  },
  http: async ({ app, save_as: saveAs, expect: wanted = {}, ...request }, scope) => {
    const answer = await scope.part(AppPart.kind).ask(app, request);
    if (saveAs !== undefined) {
      const json = jsonOf(answer.body)?.value;
      scope.store.set(saveAs, json === undefined ? answer : { ...answer, json });
    }
    const problem = answerMismatch(answer, wanted);
    if (problem !== undefined) throw new StepFailed("http_answer", problem);
  },
  expect: ({ value, msg, ...wanted }) => {
    const problem = mismatch(value, wanted);
    if (problem !== undefined) throw new StepFailed("expect", msg ?? problem);
  },
  check: async ({ fn, args = [], name = fn }, scope) => {
    const outcome = await settle(() => call(fn, args, scope));
    if ("value" in outcome && outcome.value !== false) {
      scope.context.state.judge("always", name, true);
      return;
    }
    if ("value" in outcome) throw new StepFailed("check", `${name} is false`, { property: name });
    const { thrown } = outcome;
    if (isOfHarness(thrown)) throw thrown;
    scope.context.state.judgeThrown("always", name, thrown);
  },
  fault: ({ name, on }, scope) => scope.switchFault(name, on),
};

// --- inside ---

type Outcome = { readonly value: unknown } | { readonly thrown: unknown };

async function settle(act: () => unknown): Promise<Outcome> {
  try {
    return { value: await act() };
  } catch (thrown) {
    return { thrown };
  }
}

function call(fn: string, args: readonly unknown[], { modules }: StepScope): unknown {
  const at = fn.indexOf("#");
  const place = { module: fn.slice(0, at), path: fn.slice(at + 1).split(".") };
  const { value, owner } = exportAt(place, modules);
  if (typeof value !== "function") {
    throw harnessError(
      "not_a_function",
      `\`${fn}\` is ${literalText(value)}, which is not a function`,
    );
  }
  return Reflect.apply(value, owner, args);
}

/** A call that takes longer, in virtual time, is not waited for; no block may expect that. */
async function calledIn(
  within: string | undefined,
  { world }: StepScope,
  act: () => unknown,
): Promise<unknown> {
  if (within === undefined) return act();
  let giveUp: (late: Error) => void = () => {};
  const limit = new Promise<never>((_resolve, reject) => (giveUp = reject));
  const wake = world.after(durationMs(within) * 1_000, "call within", () => {
    giveUp(harnessError("call_late", `it took longer than ${within}`));
  });
  try {
    return await Promise.race([act(), limit]);
  } finally {
    wake.fire = undefined;
  }
}
