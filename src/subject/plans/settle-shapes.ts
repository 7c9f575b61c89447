import type { ParamPlan, Shape } from "../../kernel/values/shape.ts";
import { isMakeable } from "./makeable.ts";
import { mapShape } from "./map-shape.ts";

/** Shapes with the definitions that they name. */
export interface Settled {
  readonly roots: readonly Shape[];
  readonly definitions: Readonly<Record<string, Shape>>;
}

/** Whether each name can be made at all: not if it contains itself without end. */
export function makeableNames(definitions: ReadonlyMap<string, Shape>): ReadonlySet<string> {
  let given: ReadonlySet<string> = new Set(definitions.keys());
  // Each round loses one name at least, so there are no more rounds than names.
  for (;;) {
    const makeable = makeableWhere(definitions, given);
    if (makeable.size === given.size) return makeable;
    given = makeable;
  }
}

/** Leaves out what cannot be made where the type allows it to be left out. */
export function prune(shape: Shape, makeable: ReadonlySet<string>): Shape {
  const can = (one: Shape): boolean => isMakeable(one, (name) => makeable.has(name));
  return mapShape(shape, (one): Shape => {
    switch (one.kind) {
      case "union": {
        const of = one.of.filter(can);
        return of.length === 1 && of[0] !== undefined ? of[0] : { ...one, of };
      }
      case "object": {
        const fields = one.fields.filter((field) => !field.isOptional || can(field.shape));
        return { ...one, fields };
      }
      case "tuple": {
        const end = one.items.findIndex((item) => item.isOptional && !can(item.shape));
        return end === -1 ? one : { kind: "tuple", items: one.items.slice(0, end) };
      }
      case "instance":
        return { ...one, params: pruneParams(one.params, can) };
      case "array":
        return can(one.of) ? one : { kind: "tuple", items: [] };
      case "record":
        return can(one.value) ? one : { kind: "object", fields: [] };
      case "map":
        return can(one.key) && can(one.value) ? one : { kind: "literal", value: { $map: [] } };
      case "set":
        return can(one.of) ? one : { kind: "literal", value: { $set: [] } };
      default:
        return one;
    }
  });
}

/** Drops optional parameters from the first that cannot be made. */
export function pruneParams(
  params: readonly ParamPlan[],
  can: (shape: Shape) => boolean,
): readonly ParamPlan[] {
  const end = params.findIndex((param) => param.isOptional && !can(param.shape));
  return end === -1 ? params : params.slice(0, end);
}

/** Writes small definitions and those with one use where they are named, and drops the unused. */
export function inlineOnce(
  roots: readonly Shape[],
  definitions: ReadonlyMap<string, Shape>,
): Settled {
  const uses = countUses(roots, definitions);
  const small = new Set(
    [...definitions].flatMap(([name, shape]) => (isSmall(shape) ? [name] : [])),
  );
  const isWritten = (name: string): boolean => uses.get(name) === 1 || small.has(name);
  const kept: Record<string, Shape> = {};
  const write = (shape: Shape): Shape =>
    mapShape(shape, (one) => {
      if (one.kind !== "ref") return one;
      const found = definitions.get(one.name);
      if (found === undefined) return one;
      return isWritten(one.name) ? write(found) : one;
    });
  for (const [name, shape] of definitions) {
    if (uses.has(name) && !isWritten(name)) kept[name] = write(shape);
  }
  return { roots: roots.map(write), definitions: kept };
}

// --- inside ---

/** The names that can be made, if functions can give these. */
function makeableWhere(
  definitions: ReadonlyMap<string, Shape>,
  given: ReadonlySet<string>,
): ReadonlySet<string> {
  const makeable = new Set<string>();
  const can = (shape: Shape): boolean =>
    isMakeable(
      shape,
      (name) => makeable.has(name),
      (name) => given.has(name),
    );
  // Each round adds one name at least, so there are no more rounds than names.
  for (let hasGrown = true; hasGrown;) {
    hasGrown = false;
    for (const [name, shape] of definitions) {
      if (makeable.has(name) || !can(shape)) continue;
      makeable.add(name);
      hasGrown = true;
    }
  }
  return makeable;
}

const smallLengthMax = 64;

/** A name would be longer to read than what it stands for. */
function isSmall(shape: Shape): boolean {
  if (shape.kind === "object" || shape.kind === "instance") return false;
  const text = JSON.stringify(shape);
  return text.length <= smallLengthMax && !text.includes('"kind":"ref"');
}

function countUses(
  roots: readonly Shape[],
  definitions: ReadonlyMap<string, Shape>,
): Map<string, number> {
  const uses = new Map<string, number>();
  const pending = [...roots];
  for (let shape = pending.pop(); shape !== undefined; shape = pending.pop()) {
    mapShape(shape, (one) => {
      if (one.kind !== "ref") return one;
      const count = uses.get(one.name) ?? 0;
      uses.set(one.name, count + 1);
      const found = definitions.get(one.name);
      if (count === 0 && found !== undefined) pending.push(found);
      return one;
    });
  }
  return uses;
}
