import { createRequire } from "node:module";
import type * as zod from "zod";
import { distributedSchema } from "./shapes/distributed-shape.ts";
import { scenarioSchema } from "./shapes/scenario-shape.ts";

/** The JSON Schema (draft 7) of a scenario file, for editors and for `gauntlet schema scenario`. */
export function scenarioJsonSchema(): object {
  // Loaded here and not at the top, because importing gauntlet must stay light; `require`, because
  // the answer is wanted at once.
  const { z } = createRequire(import.meta.url)("zod") as typeof zod;
  const whole = z
    .union([scenarioSchema(z), distributedSchema(z)])
    .describe("A scenario of Gauntlet: *.scenario.yaml, *.scenario.yml or *.scenario.json.");
  return z.toJSONSchema(whole, {
    target: "draft-7",
    io: "input",
    // The limit of a number in JavaScript is none of a seed: its digits are kept.
    override: ({ jsonSchema, path }) => {
      if (path.includes("seed")) delete jsonSchema.maximum;
    },
  });
}
