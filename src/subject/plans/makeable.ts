import type { ParamPlan, Shape } from "../../kernel/values/shape.ts";

/** Whether a value may be made, as far as this shape alone can tell: names are taken on trust. */
export function mayBeMade(shape: Shape): boolean {
  return isMakeable(shape, () => true);
}

/**
 * Whether a value can be made, given which names can be. What a function gives is made when it is
 * called, so the two may differ there: a builder gives itself, without end.
 */
export function isMakeable(
  shape: Shape,
  isNameMakeable: (name: string) => boolean,
  isNameGiven: (name: string) => boolean = isNameMakeable,
): boolean {
  const inner = (one: Shape): boolean => isMakeable(one, isNameMakeable, isNameGiven);
  switch (shape.kind) {
    case "blocked":
    case "never":
      return false;
    case "ref":
      return isNameMakeable(shape.name);
    case "union":
      return shape.of.some(inner);
    case "tuple":
      return shape.items.every((item) => item.isOptional || inner(item.shape));
    case "object":
      return shape.fields.every((field) => field.isOptional || inner(field.shape));
    case "promise":
    case "iterable":
      return inner(shape.of);
    case "function":
      return isMakeable(shape.returns, isNameGiven);
    case "instance":
      return shape.params.every((param) => isGivable(param, inner));
    case "template":
      return shape.parts.every((part) => typeof part === "string" || inner(part));
    // Collections may be empty.
    default:
      return true;
  }
}

/** Whether making it means making the named one first. */
export function isMadeFrom(shape: Shape, name: string): boolean {
  return JSON.stringify(shape).includes(`{"kind":"ref","name":${JSON.stringify(name)}}`);
}

// --- inside ---

function isGivable(param: ParamPlan, inner: (shape: Shape) => boolean): boolean {
  return param.isOptional || inner(param.shape);
}
