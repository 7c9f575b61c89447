import type { Shape } from "../../kernel/values/shape.ts";
import { type Arbitrary, fastCheck } from "./fast-check.ts";
import { inheritedPaths } from "./text-arbitrary.ts";

/** Whether a parameter takes any text and is called a path: `path` of `get(object, path)`. */
export function isPathText(shape: Shape, name: string): boolean {
  const isFree = shape.kind === "string" && Object.keys(shape).length === 1;
  return isFree && /^(?:(?:key|prop|property|field|object|dotted)?paths?|keypath)$/iu.test(name);
}

/** Any text, and now and then one that leads somewhere in an object. */
export function withPaths(plain: Arbitrary | undefined): Arbitrary | undefined {
  if (plain === undefined) return undefined;
  const fc = fastCheck();
  const paths = fc.constantFrom("a", "a.b", "a.0", "a[0].b", "", ".", ...inheritedPaths);
  return fc.oneof(
    { withCrossShrink: true },
    { arbitrary: plain, weight: 5 },
    { arbitrary: paths, weight: 1 },
  );
}
