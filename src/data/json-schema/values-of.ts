import type { Arbitrary } from "fast-check";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import { arbitraryOf } from "../arbitrary-of.ts";
import type { Tier } from "../case.ts";
import type { FastCheckModule } from "../pack.ts";
import { drawInvalid } from "./draw-invalid.ts";
import { drawValid } from "./draw-valid.ts";
import { readSchema, type ReadSchema } from "./read-schema.ts";

/**
 * Values that a JSON Schema allows, or, of the tier `invalid`, values near them that it does not:
 * an arbitrary of your own fast-check.
 */
export function valuesOf(
  fc: FastCheckModule,
  schema: unknown,
  { tier = "legal" }: { readonly tier?: Tier | undefined } = {},
): Arbitrary<unknown> {
  const given = { schema: readSchema(schema), fc };
  return arbitraryOf(fc, (decisions): unknown => {
    const drawn = tier === "legal" ? drawValid(decisions, given) : drawInvalid(decisions, given);
    if (drawn === undefined) throw noValue(given.schema, tier);
    return drawn.value;
  });
}

/** Nothing could be made: the schema allows nothing, or everything. */
export function noValue({ root }: ReadSchema, tier: Tier): GauntletError {
  return new GauntletError({
    code: "schema-without-values",
    what:
      tier === "legal"
        ? "no value was found that the JSON Schema allows"
        : "no value was found that the JSON Schema does not allow",
    note: `the schema is ${JSON.stringify(root).slice(0, 200)}`,
    help:
      tier === "legal"
        ? "list values under `examples`, which are tried"
        : "say more of the value, such as its `type`",
  });
}
