import { createRequire } from "node:module";
import type * as Zod from "zod";
import type { Shape } from "../../kernel/values/shape.ts";
import { outsideRun } from "../../world/real-fs.ts";
import { isThenable } from "../drive/simulation-subject.ts";
import { conforms } from "./conforms.ts";
import { type Arbitrary, fastCheck } from "./fast-check.ts";
import { exportAt } from "./instance-maker.ts";
import { jsonSchemaShape, type SchemaShapes } from "./json-schema-shape.ts";
import { type Maker, UnmadeError } from "./maker.ts";
import type { ShapeContext } from "./shape-context.ts";
import { unmadeArbitrary } from "./unmade-arbitrary.ts";

type SchemaShape = Extract<Shape, { kind: "schema" }>;

/**
 * Values that a schema of the user's accepts. Its JSON Schema says how to make them, the schema
 * itself whether they are any; where it says neither, the type alone has to do.
 */
export function schemaArbitrary(
  shape: SchemaShape,
  context: ShapeContext & {
    readonly makers: Map<string, Maker>;
    /** Values of the type alone. */
    readonly plain: Arbitrary | undefined;
    /** Values of a JSON Schema. */
    readonly read: (read: SchemaShapes) => Arbitrary | undefined;
  },
): Arbitrary | undefined {
  const { plain, modules, definitions } = context;
  const schema = exportAt(shape.from, modules).value;
  const validate = validateOf(schema);
  if (validate === undefined) return plain;
  const json = jsonOf(schema);
  const ofJson = json === undefined ? undefined : context.read(jsonSchemaShape(json));
  const options = [ofJson, plain].filter((option) => option !== undefined);
  if (options.length === 0) return undefined;
  const id = `schema ${shape.from.module}#${shape.from.path.join(".")}`;
  context.makers.set(id, schemaMaker(shape, definitions));
  const fits = (value: unknown): boolean => isAccepted(validate, value);
  return unmadeArbitrary(id, fitting(fastCheck().oneof(...options), fits));
}

// --- inside ---

type Validate = (value: unknown) => unknown;

/** So many values are drawn until one is accepted; then the last one has to do. */
const triesMax = 30;

/** Values that a schema of Standard Schema accepts; undefined where it does not say how. */
export function standardValues(
  schema: object,
  read: (shapes: SchemaShapes) => Arbitrary | undefined,
): Arbitrary | undefined {
  const validate = validateOf(schema);
  const json = jsonOf(schema);
  const values = json === undefined ? undefined : read(jsonSchemaShape(json));
  if (validate === undefined || values === undefined) return undefined;
  return fitting(values, (value) => isAccepted(validate, value));
}

/** Like a filter, but one that gives up. */
function fitting(of: Arbitrary, fits: (value: unknown) => boolean): Arbitrary {
  const fc = fastCheck();
  class Fitting extends fc.Arbitrary<unknown> {
    override generate(
      ...given: Parameters<Arbitrary["generate"]>
    ): ReturnType<Arbitrary["generate"]> {
      let drawn = of.generate(...given);
      for (let tries = 1; tries < triesMax && !fits(drawn.value); tries++) {
        drawn = of.generate(...given);
      }
      return drawn;
    }

    override canShrinkWithoutContext(value: unknown): value is unknown {
      return of.canShrinkWithoutContext(value) && fits(value);
    }

    override shrink(...given: Parameters<Arbitrary["shrink"]>): ReturnType<Arbitrary["shrink"]> {
      return of.shrink(...given).filter(({ value }) => fits(value));
    }
  }
  return new Fitting();
}

/** What a schema says only later, or throws at, is judged when the value is made. */
function isAccepted(validate: Validate, value: unknown): boolean {
  try {
    const result = validate(value);
    return isThenable(result) || acceptedOf(result) !== undefined;
  } catch {
    return true;
  }
}

/** What a schema gives for a value is what the code gets; what it refuses is no value at all. */
function schemaMaker(shape: SchemaShape, definitions: ShapeContext["definitions"]): Maker {
  const fits = (value: unknown): boolean =>
    conforms(value, shape.or, { definitions }) === undefined;
  return {
    isAwaited: true,
    make(of, making) {
      const validate = validateOf(exportAt(shape.from, making.modules).value);
      if (validate === undefined) return of;
      const judged = (result: unknown): unknown => {
        const parsed = acceptedOf(result);
        if (parsed === undefined) throw new UnmadeError("the schema refuses the value", undefined);
        if (fits(parsed.value)) return parsed.value;
        if (fits(of)) return of;
        throw new UnmadeError("what the schema gives is not what the type says", undefined);
      };
      const result = validate(of);
      return isThenable(result) ? Promise.resolve(result).then(judged) : judged(result);
    },
    text: (of, show) => show(of),
  };
}

function acceptedOf(result: unknown): { readonly value: unknown } | undefined {
  if (typeof result !== "object" || result === null || !("value" in result)) return undefined;
  const issues: unknown = Reflect.get(result, "issues");
  return issues === undefined ? { value: result.value } : undefined;
}

/** The validator of Standard Schema, which zod, valibot and arktype have. */
function validateOf(schema: unknown): Validate | undefined {
  const standard = standardOf(schema);
  const validate: unknown = standard === undefined ? undefined : Reflect.get(standard, "validate");
  return typeof validate === "function"
    ? (value) => Reflect.apply(validate, standard, [value]) as unknown
    : undefined;
}

function standardOf(schema: unknown): object | undefined {
  if ((typeof schema !== "object" && typeof schema !== "function") || schema === null) {
    return undefined;
  }
  const standard: unknown = Reflect.get(schema, "~standard");
  return typeof standard === "object" && standard !== null ? standard : undefined;
}

/** The JSON Schema that a schema gives of itself, or that zod gives of it. */
function jsonOf(schema: unknown): unknown {
  try {
    if (typeof schema === "object" && schema !== null && "_zod" in schema) {
      const zod = outsideRun(() => createRequire(import.meta.url)("zod") as typeof Zod);
      const options = { io: "input", unrepresentable: "any" } as const;
      // Of another copy of zod 4; what describes a schema is the same in all of them.
      return zod.toJSONSchema(schema as never, options);
    }
    const standard = standardOf(schema);
    const own: unknown = standard === undefined ? undefined : Reflect.get(standard, "jsonSchema");
    const input: unknown =
      typeof own === "object" && own !== null ? Reflect.get(own, "input") : undefined;
    if (typeof input !== "function") return undefined;
    return input.call(own, { target: "draft-2020-12" }) as unknown;
  } catch {
    return undefined; // a schema that JSON cannot say: dates, maps, custom types
  }
}
