import type TS from "typescript6";
import { ts } from "./compiler.ts";
import type { Shape } from "../../kernel/values/shape.ts";
import type { Position, ShapeReader } from "./shape-reader.ts";

/** Reads `user-${number}` and `Uppercase<string>`. */
export function readTemplate(type: TS.Type, position: Position, reader: ShapeReader): Shape {
  if ((type.flags & ts.TypeFlags.TemplateLiteral) !== 0) {
    const { texts, types } = type as TS.TemplateLiteralType;
    const parts = texts.flatMap((text, index) => {
      const between = types[index];
      const words = text === "" ? [] : [text];
      return between === undefined
        ? words
        : [...words, part(reader.read(between, position), position)];
    });
    return { kind: "template", parts };
  }
  const pattern = position === "made" ? patterns.get(type.symbol.name) : undefined;
  return pattern === undefined ? { kind: "string" } : { kind: "string", pattern };
}

// --- inside ---

/** For the compiler, the number in `${number}` is finite: "Infinity px" is no `${number} px`. */
function part(shape: Shape, position: Position): Shape {
  const { MAX_VALUE } = Number;
  const isMade = shape.kind === "number" && position === "made";
  return isMade ? { min: -MAX_VALUE, max: MAX_VALUE, ...shape } : shape;
}

/** Texts that each of them leaves as they are: not all of them, but only such. */
const patterns: ReadonlyMap<string, string> = new Map([
  ["Uppercase", "^[A-Z0-9 ]*$"],
  ["Lowercase", "^[a-z0-9 ]*$"],
  ["Capitalize", "^([A-Z][a-z0-9 ]*)?$"],
  ["Uncapitalize", "^([a-z][A-Za-z0-9 ]*)?$"],
]);
