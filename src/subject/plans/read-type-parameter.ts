import type TS from "typescript6";
import { ts } from "./compiler.ts";
import type { Shape } from "../../kernel/values/shape.ts";
import type { Position, ShapeReader } from "./shape-reader.ts";
import { plainValues, weak } from "./shape-reader.ts";

/** Reads `T` as what its constraint allows. */
export function readTypeParameter(type: TS.Type, position: Position, reader: ShapeReader): Shape {
  const { checker } = reader.project;
  const isThis = Reflect.get(type, "isThisType") === true;
  const constraint = checker.getBaseConstraintOfType(type);
  if (isThis && constraint !== undefined) return reader.read(constraint, position);
  // What is given back as T may be narrower than what T was made as.
  if (position === "checked") return weak(`it is declared as \`${type.symbol.name}\``);
  if (dependsOnAnother(type)) {
    return weak(`\`${type.symbol.name}\` depends on another type parameter`);
  }
  const anything = ts.TypeFlags.Any | ts.TypeFlags.Unknown;
  if (constraint === undefined || (constraint.flags & anything) !== 0) return plainValues;
  return reader.read(constraint, position);
}

// --- inside ---

/** `K extends keyof T`: a value of the one must fit the value that is drawn for the other. */
function dependsOnAnother(type: TS.Type): boolean {
  const names = new Set<string>();
  const declared = type.symbol.declarations?.find(ts.isTypeParameterDeclaration);
  const siblings = declared?.parent;
  if (declared?.constraint === undefined || siblings === undefined) return false;
  if ("typeParameters" in siblings) {
    const list = siblings.typeParameters;
    for (const { name } of list ?? []) names.add(name.text);
  }
  const own = declared.name.text;
  const mentions = (node: TS.Node): boolean =>
    (ts.isIdentifier(node) && node.text !== own && names.has(node.text)) ||
    ts.forEachChild(node, mentions) === true;
  return mentions(declared.constraint);
}
