import { decodeLiteral } from "../../kernel/values/literal.ts";
import type { ObjectShape, Shape } from "../../kernel/values/shape.ts";
import { type Arbitrary, fastCheck } from "./fast-check.ts";
import type { Below } from "./shape-context.ts";
import { keyArbitrary } from "./text-arbitrary.ts";

/** Objects by their fields; undefined where a field that is needed has no values. */
export function objectArbitrary(
  shape: ObjectShape,
  below: Below,
  most: number,
): Arbitrary | undefined {
  const fc = fastCheck();
  const fields: Record<string, Arbitrary> = {};
  const requiredKeys: string[] = [];
  for (const { key, shape: inner, isOptional, isExact } of shape.fields) {
    const of = below(inner, `.${key}`);
    if (of === undefined && !isOptional) return undefined;
    if (of === undefined) continue;
    if (!isOptional) requiredKeys.push(key);
    fields[key] = isOptional && isExact !== true ? orUndefined(of) : of;
  }
  const known = fc.record(fields, { requiredKeys, noNullPrototype: true });
  const rest = shape.rest === undefined ? undefined : below(shape.rest, ".*");
  return rest === undefined ? known : withRest(known, rest, { keys: Object.keys(fields), most });
}

/** Objects whose keys are not known one by one. */
export function recordArbitrary(
  { key, value }: { readonly key: Shape; readonly value?: Shape },
  below: Below,
  most: number,
): Arbitrary | undefined {
  const fc = fastCheck();
  const names = fixedKeys(key);
  const of = below(value ?? { kind: "weak", why: "" }, ".*");
  if (names !== undefined) {
    if (of === undefined) return undefined;
    // All keys of such a record are there: that is what its type says.
    const fields = Object.fromEntries(names.map((name) => [name, of]));
    return fc.record(fields, { noNullPrototype: true });
  }
  if (of === undefined) return fc.constant(null).map(() => ({}));
  return fc.dictionary(keysOf(key, below), of, {
    noNullPrototype: true,
    maxKeys: Math.ceil(most / 2) + 1,
  });
}

/** The keys of a record that has exactly these; undefined where they are without number. */
export function fixedKeys(key: Shape): readonly string[] | undefined {
  if (key.kind === "literal") return [String(decodeLiteral(key.value))];
  if (key.kind !== "union") return undefined;
  const all = key.of.map(fixedKeys);
  return all.every((names) => names !== undefined) ? all.flat() : undefined;
}

// --- inside ---

function keysOf(key: Shape, below: Below): ReturnType<typeof textKeys> {
  if (key.kind === "number") return fastCheck().nat({ max: 1_000 }).map(String);
  if (key.kind === "template") return (below(key, ".key") ?? keyArbitrary()).map(String);
  return textKeys();
}

function textKeys(): ReturnType<ReturnType<typeof fastCheck>["string"]> {
  return keyArbitrary() as ReturnType<ReturnType<typeof fastCheck>["string"]>;
}

function orUndefined(of: Arbitrary): Arbitrary {
  const fc = fastCheck();
  return fc.oneof(
    { withCrossShrink: false },
    { arbitrary: of, weight: 12 },
    { arbitrary: fc.constant(undefined), weight: 1 },
  );
}

function withRest(
  known: ReturnType<ReturnType<typeof fastCheck>["record"]>,
  rest: Arbitrary,
  { keys, most }: { readonly keys: readonly string[]; readonly most: number },
): Arbitrary {
  const fc = fastCheck();
  const others = fc.dictionary(
    textKeys().filter((key) => !keys.includes(key)),
    rest,
    { noNullPrototype: true, maxKeys: Math.ceil(most / 2) },
  );
  return fc.tuple(known, others).map(
    ([fields, more]) => merged([fields, more]),
    (value) => {
      if (typeof value !== "object" || value === null || Array.isArray(value))
        throw new Error("no");
      const entries = Object.entries(value);
      const isKnown = ([key]: [string, unknown]): boolean => keys.includes(key);
      return [
        Object.fromEntries(entries.filter(isKnown)),
        Object.fromEntries(entries.filter((entry) => !isKnown(entry))),
      ] as never;
    },
  );
}

/** Object.fromEntries defines its keys, so that `__proto__` is one like any other. */
function merged(parts: readonly object[]): object {
  return Object.fromEntries(parts.flatMap((part) => Object.entries(part)));
}
