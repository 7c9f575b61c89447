import type { Shape } from "../../kernel/values/shape.ts";

/** Rewrites a shape from its leaves up; names are not followed. */
export function mapShape(shape: Shape, change: (shape: Shape) => Shape): Shape {
  return change(mapParts(shape, (part) => mapShape(part, change)));
}

/** Whether a shape or any part of it is such; names are not followed. */
export function someShape(shape: Shape, isSuch: (shape: Shape) => boolean): boolean {
  let isFound = false;
  mapShape(shape, (one) => {
    isFound ||= isSuch(one);
    return one;
  });
  return isFound;
}

// --- inside ---

function mapParts(shape: Shape, change: (shape: Shape) => Shape): Shape {
  switch (shape.kind) {
    case "union":
      return { ...shape, of: shape.of.map(change) };
    case "array":
    case "set":
    case "promise":
    case "iterable":
      return { ...shape, of: change(shape.of) };
    case "record":
    case "map":
      return { ...shape, key: change(shape.key), value: change(shape.value) };
    case "tuple":
      return {
        ...shape,
        items: shape.items.map((item) => ({ ...item, shape: change(item.shape) })),
        ...(shape.rest === undefined ? {} : { rest: change(shape.rest) }),
      };
    case "object":
      return {
        ...shape,
        fields: shape.fields.map((field) => ({ ...field, shape: change(field.shape) })),
        ...(shape.rest === undefined ? {} : { rest: change(shape.rest) }),
      };
    case "function":
      return { ...shape, returns: change(shape.returns) };
    case "instance": {
      const params = shape.params.map((param) => ({ ...param, shape: change(param.shape) }));
      return { ...shape, params };
    }
    case "template": {
      const parts = shape.parts.map((part) => (typeof part === "string" ? part : change(part)));
      return { ...shape, parts };
    }
    case "schema":
      return { ...shape, or: change(shape.or) };
    default:
      return shape;
  }
}
