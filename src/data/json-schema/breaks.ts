import { isTable, type SchemaTable } from "../../kernel/json-schema/schema-words.ts";
import { define } from "./draw-object.ts";
import { anyValues } from "./plain-values.ts";

/** A value in the place of another one that may break one key of a schema. */
export interface Break {
  readonly key: string;
  readonly value: unknown;
}

/** What may be put in the place of a value to break what a table asks of it. */
export function breaksOf(table: SchemaTable, value: unknown): readonly Break[] {
  return Object.entries(table).flatMap(([key, asked]) =>
    (breakers[key]?.(value, asked, table) ?? []).map((one) => ({ key, value: one })),
  );
}

// --- inside ---

type Breaker = (value: unknown, asked: unknown, table: SchemaTable) => readonly unknown[];

const lengthMax = 2_000;
const oddTexts = ["", "\n", "a", "A", "0", "-", "é", "not it at all"];

const others: Breaker = () => anyValues;
/** The same value as another type: what a loose reader takes for it. */
const retyped: Breaker = (value) => [
  ...(typeof value === "string" ? [[value]] : [String(value)]),
  ...anyValues,
];
const unlisted: Breaker = (value) => [
  ...(typeof value === "string" ? [`${value} `, value.toUpperCase()] : []),
  ...(typeof value === "number" ? [value + 1, String(value)] : []),
  ...anyValues,
];
const belowBy: Breaker = (value, asked) =>
  typeof value === "number" ? [Number(asked) - 1, Number(asked) - 1e-6, Number(asked), -1e300] : [];
const aboveBy: Breaker = (value, asked) =>
  typeof value === "number" ? [Number(asked) + 1, Number(asked) + 1e-6, Number(asked), 1e300] : [];
const withFurther: Breaker = (value) =>
  isTable(value) ? ["unexpected", "__proto__", "x"].map((key) => withField(value, key, "b")) : [];
const longer: Breaker = (value) =>
  Array.isArray(value) ? [...anyValues, "end"].map((one) => [...(value as unknown[]), one]) : [];
const emptied: Breaker = (value) => (Array.isArray(value) ? [[], ...longer(value, 0, {})] : []);

const breakers: Readonly<Record<string, Breaker>> = {
  type: retyped,
  enum: unlisted,
  const: unlisted,
  minimum: belowBy,
  exclusiveMinimum: belowBy,
  maximum: aboveBy,
  exclusiveMaximum: aboveBy,
  multipleOf: (value, asked) =>
    typeof value === "number"
      ? [value + Number(asked) / 2, value + Number(asked) / 3, Number(asked) * 1.5, 0.000_1]
      : [],
  minLength: (value, asked) =>
    typeof value === "string"
      ? [
          Array.from(value)
            .slice(0, Number(asked) - 1)
            .join(""),
          "",
        ]
      : [],
  maxLength: (value, asked) =>
    typeof value === "string" && Number(asked) < lengthMax
      ? ["a".repeat(Number(asked) + 1), "🎉".repeat(Number(asked) + 1)]
      : [],
  pattern: (value) =>
    typeof value === "string" ? [...oddTexts, `${value}\n`, ` ${value}`, `${value}!`] : [],
  required: (value, asked) =>
    isTable(value) && Array.isArray(asked) ? asked.map((key) => without(value, String(key))) : [],
  dependentRequired: (value, asked) =>
    isTable(value)
      ? Object.entries(tableOf(asked)).flatMap((one) => withoutNeeded(value, one))
      : [],
  dependentSchemas: (value, asked) => fieldsOf(value, Object.keys(tableOf(asked))),
  dependencies: (value, asked) => [
    ...(isTable(value)
      ? Object.entries(tableOf(asked)).flatMap((one) => withoutNeeded(value, one))
      : []),
    ...fieldsOf(value, Object.keys(tableOf(asked))),
  ],
  properties: (value, asked) => fieldsOf(value, Object.keys(tableOf(asked))),
  patternProperties: (value, asked) =>
    fieldsOf(
      value,
      Object.keys(tableOf(asked)).map((one) => one.replaceAll(/[\^$.*+\\]/gu, "")),
    ),
  additionalProperties: withFurther,
  unevaluatedProperties: withFurther,
  propertyNames: (value) =>
    isTable(value)
      ? [...oddTexts, "__proto__", "a".repeat(300)].map((key) => withField(value, key, 1))
      : [],
  minProperties: (value) =>
    isTable(value) ? [{}, ...Object.keys(value).map((key) => without(value, key))] : [],
  maxProperties: (value, asked) =>
    isTable(value) && Number(asked) < lengthMax
      ? [
          Array.from({ length: Number(asked) + 1 }, (_, at) => `f${at}`).reduce(
            (all: object, key) => withField(all, key, 1),
            value,
          ),
        ]
      : [],
  minItems: (value, asked) =>
    Array.isArray(value) ? [value.slice(0, Math.max(0, Number(asked) - 1)) as unknown[], []] : [],
  maxItems: (value, asked) =>
    Array.isArray(value) && Number(asked) < lengthMax
      ? [
          Array.from(
            { length: Number(asked) + 1 },
            (_, at) => (value[at] ?? value[0] ?? at) as unknown,
          ),
        ]
      : [],
  uniqueItems: (value) =>
    Array.isArray(value)
      ? [
          [...(value as unknown[]), value[0] as unknown],
          [1, 1],
        ]
      : [],
  items: longer,
  prefixItems: (value) =>
    Array.isArray(value) ? anyValues.map((one) => [one, ...(value.slice(1) as unknown[])]) : [],
  additionalItems: longer,
  unevaluatedItems: longer,
  contains: emptied,
  minContains: emptied,
  maxContains: (value) =>
    Array.isArray(value) && value.length > 0
      ? value.map((one: unknown) => [...(value as unknown[]), one, one, one])
      : [],
  not: others,
  anyOf: others,
  oneOf: others,
  allOf: others,
  if: others,
  $ref: others,
};

function withField(object: object, key: string, value: unknown): object {
  const copy = { ...object };
  define(copy, key, value);
  return copy;
}

function without(object: SchemaTable, key: string): object {
  return Object.fromEntries(Object.entries(object).filter(([name]) => name !== key));
}

function withoutNeeded(object: SchemaTable, [key, needed]: readonly [string, unknown]): object[] {
  if (!Array.isArray(needed)) return [];
  const whole = Object.hasOwn(object, key) ? object : withField(object, key, 1);
  return needed.map((one) => without(whole as SchemaTable, String(one)));
}

/** Each of these fields with a value of each kind. */
function fieldsOf(value: unknown, keys: readonly string[]): readonly unknown[] {
  if (!isTable(value)) return [];
  return keys.flatMap((key) => anyValues.map((one) => withField(value, key, one)));
}

function tableOf(value: unknown): SchemaTable {
  return isTable(value) ? value : {};
}
