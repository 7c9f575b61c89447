import { assert } from "../../../kernel/errors/assert.ts";
import type { z } from "zod";
import type { Zod } from "../../../config/schema-values.ts";
import { type FieldRule, ruled } from "./field-rules.ts";

/** The family of problems with a name that nothing has, for `params` of an issue. */
export const referenceCode = "N008";

/** A table for each type, told apart by its `type`, with the rules between its keys. */
export function typedUnion(
  zod: Zod,
  shapes: Readonly<Record<string, object>>,
  rules: Readonly<Partial<Record<string, readonly FieldRule[]>>>,
): z.ZodType {
  const [first, ...rest] = Object.entries(shapes).map(([type, shape]) =>
    ruled(zod, { type: zod.literal(type), ...(shape as z.core.$ZodShape) }, rules[type] ?? []),
  );
  assert(first !== undefined, "a union has at least one type");
  return zod.discriminatedUnion("type", [first, ...rest], {
    // Only for what is not a table at all; a wrong `type` has words of its own.
    error: "must be a table with a `type`",
  });
}
