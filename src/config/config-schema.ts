import { createRequire } from "node:module";
import type * as zod from "zod";
import { buildFileSchema } from "./file-schema.ts";

/** The JSON Schema (draft 7) of a config file, for editors and for `gauntlet schema`. */
export function configSchema(): object {
  // Loaded here and not at the top, because importing gauntlet must stay light; `require`, because
  // the answer is wanted at once.
  const { z } = createRequire(import.meta.url)("zod") as typeof zod;
  const any = (): undefined => undefined;
  const rules = { output: any, tests: any, file: any, files: any, target: any, place: any };
  const { schema } = buildFileSchema(z, rules, { hasAgent: true });
  return z.toJSONSchema(schema, { target: "draft-7", io: "input" });
}
