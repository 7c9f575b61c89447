import type { z } from "zod";
import { seedOf, type ShapeOf, type Zod } from "../../../config/schema-values.ts";
import type { Backends, BlockSteps, PlainSteps, Scenario, ScenarioFault, Step } from "../step.ts";
import { basicSteps, storeSteps } from "./basic-steps.ts";
import { checkScenario } from "./check-scenario.ts";
import { codeSteps, regexOf } from "./code-steps.ts";
import { stepRules } from "./field-rules.ts";
import { fileSteps, httpSteps, memorySteps, netSteps, processSteps } from "./outside-steps.ts";
import { typedUnion } from "./typed-union.ts";
import { dataOf, intervalOf, schemaAddress, type ShapesOf, textOf, wordOf } from "./values.ts";

/** The shapes of the steps that hold no other steps, by their type. */
export function plainSteps(zod: Zod): ShapesOf<keyof PlainSteps> {
  return {
    ...basicSteps(zod),
    ...storeSteps(zod),
    ...fileSteps(zod),
    ...httpSteps(zod),
    ...processSteps(zod),
    ...netSteps(zod),
    ...memorySteps(zod),
    ...codeSteps(zod),
  };
}

/** The shape of one step, blocks included; `steps` inside of blocks is the same shape again. */
export function stepSchema(zod: Zod): z.ZodType<Step> {
  const list: z.ZodType<Step[]> = zod.lazy(() => stepsOf(zod, step));
  const blocks: { readonly [Type in keyof BlockSteps]: ShapeOf<BlockSteps[Type]> } = {
    assert_throws: { steps: list },
    assert_rejects: { steps: list },
    expect_failure: {
      steps: list,
      error: wordOf(zod).optional(),
      message: textOf(zod).optional(),
      regex: regexOf(zod).optional(),
      code: wordOf(zod).optional(),
    },
    parallel: {
      branches: zod
        .array(list, "must be a list of branches, each a list of steps")
        .min(2, "must have at least 2 branches")
        .max(64, "must have at most 64 branches"),
    },
    repeat: {
      times: zod.int(timesMust).gte(1, timesMust).lte(10_000, timesMust),
      steps: list,
    },
  };
  const shapes = { ...plainSteps(zod), ...blocks };
  const step = typedUnion(zod, shapes, stepRules) as z.ZodType<Step>;
  return step;
}

/** The shape of a scenario that can be run. */
export function scenarioSchema(zod: Zod): z.ZodType<Scenario> {
  const fault: z.ZodType<ScenarioFault> = zod.strictObject(
    {
      kind: wordOf(zod),
      at: textOf(zod).optional(),
      options: zod.record(zod.string(), dataOf(zod), "must be a table of options").optional(),
    },
    "must be a table with a `kind`",
  );
  const oneOf = (first: string, second: string) =>
    zod.enum([first, second], `must be "${first}" or "${second}"`).optional();
  const backends = zod.strictObject(
    {
      proc: oneOf("scripted", "host"),
      fs: oneOf("virtual", "host"),
      http: oneOf("scripted", "host"),
    },
    "must be a table with `proc`, `fs` or `http`",
  ) as z.ZodType<Backends>;
  const whole: z.ZodType<Scenario> = zod.strictObject(
    {
      $schema: schemaAddress(zod).optional(),
      version: zod.literal(1, "must be 1"),
      name: wordOf(zod),
      timeout: intervalOf(zod).optional(),
      seed: seedOf(zod).optional(),
      backends: backends.optional(),
      faults: zod.record(wordOf(zod), fault, "must be a table of faults by name").optional(),
      steps: stepsOf(zod, stepSchema(zod)),
    },
    "must be a table",
  );
  return whole.check(checkScenario);
}

// --- inside ---

/** So many steps a list may have; a scenario of this size is a mistake. */
const stepsMax = 10_000;
const timesMust = "must be a count from 1 to 10000";

function stepsOf(zod: Zod, step: z.ZodType<Step>): z.ZodType<Step[]> {
  return zod
    .array(step, "must be a list of steps")
    .min(1, "must have at least one step")
    .max(stepsMax, `must have at most ${stepsMax} steps`);
}
