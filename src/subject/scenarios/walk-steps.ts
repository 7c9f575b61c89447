import type { Scenario, Step } from "./step.ts";

/** The way to a step: `steps`, 3, `branches`, 0, 1. */
export type StepPath = readonly (string | number)[];

/** A step and the way to it. */
export interface PlacedStep {
  readonly step: Step;
  readonly path: StepPath;
}

/** Every step of a list, those inside of blocks after their block. */
export function* eachStep(
  steps: readonly Step[],
  at: StepPath = ["steps"],
): Generator<PlacedStep, void, undefined> {
  for (const [index, step] of steps.entries()) {
    const path = [...at, index];
    yield { step, path };
    if ("steps" in step) yield* eachStep(step.steps, [...path, "steps"]);
    if (!("branches" in step)) continue;
    for (const [nth, branch] of step.branches.entries()) {
      yield* eachStep(branch, [...path, "branches", nth]);
    }
  }
}

/** Whether a scenario draws anything: else each of its runs has the same values. */
export function hasDraws({ steps }: Scenario): boolean {
  return [...eachStep(steps)].some(({ step }) => step.type === "draw");
}

/** How many steps a scenario has, those inside of blocks included. */
export function countSteps({ steps }: Scenario): number {
  return [...eachStep(steps)].length;
}
