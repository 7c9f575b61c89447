import { failureFrom } from "../../../kernel/failure/failure.ts";
import type { BlockSteps, Step, StepOf } from "../step.ts";
import { errorMismatch } from "./matchers.ts";
import { mayBeExpected, StepFailed } from "./step-failure.ts";
import type { BlockScope } from "./step-scope.ts";

/** Does the steps that hold other steps. */
export const blockHandlers: {
  readonly [Type in keyof BlockSteps]: (
    step: StepOf<Type>,
    run: BlockScope,
    pointer: string,
  ) => Promise<void>;
} = {
  assert_throws: (step, run, pointer) =>
    expectFailure(step, { run, pointer, fits: () => undefined }),
  assert_rejects: (step, run, pointer) =>
    expectFailure(step, { run, pointer, fits: () => undefined }),
  expect_failure: (step, run, pointer) => {
    const { error: name, message, regex, code } = step;
    const wanted = { name, message, regex, code };
    return expectFailure(step, { run, pointer, fits: (thrown) => errorMismatch(thrown, wanted) });
  },
  parallel: async ({ branches }, run, pointer) => {
    const settled = await Promise.allSettled(
      branches.map((steps, at) => runBranch(run.branch(), { steps, at, pointer })),
    );
    const failed = settled.filter((one) => one.status === "rejected");
    // What no block may expect must not be hidden by a failure that one may.
    const first = failed.find((one) => !mayBeExpected(one.reason)) ?? failed[0];
    if (first !== undefined) throw first.reason;
  },
  repeat: async ({ times, steps }, run, pointer) => {
    for (let index = 0; index < times; index++) {
      await run.naming("index", index).runSteps(steps, `${pointer}/steps`);
      if (run.context.state.failure !== undefined) return;
    }
  },
};

// --- inside ---

/** Steps that must fail; what they did to the scenario's own state is taken back. */
async function expectFailure(
  { type, steps }: { readonly type: string; readonly steps: readonly Step[] },
  parts: {
    readonly run: BlockScope;
    readonly pointer: string;
    /** Says what of the failure is not what was expected. */
    readonly fits: (thrown: unknown) => string | undefined;
  },
): Promise<void> {
  const { run, pointer, fits } = parts;
  const { inner, takeBack } = run.attempt();
  try {
    await inner.runSteps(steps, `${pointer}/steps`);
  } catch (thrown) {
    // What the harness could not do says nothing about what it looks at; a broken run is over.
    if (!mayBeExpected(thrown) || run.context.state.failure !== undefined) throw thrown;
    const other = fits(thrown);
    if (other !== undefined) throw new StepFailed(type, `another failure came: ${other}`);
    const { error, message } = failureFrom("thrown", thrown);
    run.context.state.note("note", "failed as expected", `${error}: ${message}`);
    takeBack();
    return;
  }
  if (run.context.state.failure !== undefined) return; // a property broke: that is the run's end
  throw new StepFailed(type, "the steps were expected to fail, and none did");
}

async function runBranch(
  run: BlockScope,
  {
    steps,
    at,
    pointer,
  }: { readonly steps: readonly Step[]; readonly at: number; readonly pointer: string },
): Promise<void> {
  for (const [index, step] of steps.entries()) {
    // When a branch goes on is decided before each of its steps, as for every completion.
    await new Promise<void>((resolve) => run.world.complete(`branch ${at + 1}`, resolve));
    if (run.context.state.failure !== undefined) return;
    await run.runStep(step, `${pointer}/branches/${at}/${index}`);
  }
}
