import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import type { ValueArbitrary } from "../../kernel/decisions/decisions.ts";
import { ShapeArbitraries } from "../calls/arbitrary-of.ts";
import type { Arbitrary } from "../calls/fast-check.ts";
import { jsonSchemaShape, type SchemaShapes } from "../calls/json-schema-shape.ts";
import { standardValues } from "../calls/schema-arbitrary.ts";
import { outermost } from "../calls/shape-context.ts";

/** The arbitrary of inputs that are neither bytes nor text. */
export function inputArbitrary(input: object, test: string): ValueArbitrary<unknown> {
  if ("generate" in input && typeof input.generate === "function") {
    return input as ValueArbitrary<unknown>;
  }
  if (isShape(input)) {
    const values = read(input);
    if (values !== undefined) return values;
  }
  const isStandard = "~standard" in input;
  const made = isStandard ? standardValues(input, read) : read(jsonSchemaShape(input));
  if (made !== undefined) return made;
  throw new GauntletError({
    code: "S004",
    what: `no inputs can be made for \`${test}\``,
    note: isStandard
      ? "its schema says nothing that JSON Schema can say"
      : "its JSON Schema allows no value",
    help: "give an arbitrary of fast-check: `input: fc.record({ … })`",
  });
}

// --- inside ---

/** The type of a parameter, as `gauntlet fuzz` writes it into tests of its own. */
function isShape(input: object): input is SchemaShapes {
  return "shape" in input && "definitions" in input;
}

function read({ shape, definitions }: SchemaShapes): Arbitrary | undefined {
  return new ShapeArbitraries({ definitions, modules: {} }).of(shape, outermost("data"));
}
