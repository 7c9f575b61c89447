import type TS from "typescript6";
import { ts } from "./compiler.ts";
import type { ObjectField, Shape } from "../../kernel/values/shape.ts";
import { readInstance } from "./read-instance.ts";
import { readPlatform } from "./read-platform.ts";
import { readCallback } from "./read-signature.ts";
import { readSequence } from "./read-sequence.ts";
import { readStructure } from "./read-structure.ts";
import type { Position, ShapeReader } from "./shape-reader.ts";
import { plainPresentValues, weak } from "./shape-reader.ts";

/** Reads whatever has properties: arrays, functions, values of classes, plain objects. */
export function readObject(type: TS.Type, position: Position, reader: ShapeReader): Shape {
  const { checker } = reader.project;
  const special =
    readSequence(type, position, reader) ??
    readPlatform(type, position, reader) ??
    readCallable(type, position, reader);
  if (special !== undefined) return special;
  if (type.isClass() || isClassReference(type)) {
    const instance = readInstance(type, position, reader);
    if (instance !== undefined) return instance;
  } else if (position === "made") {
    const structure = readStructure(type, reader);
    if (structure !== undefined) return structure;
  }
  const fields = readFields(type, position, reader);
  const indexed = checker.getIndexInfosOfType(type).filter(({ keyType }) => !isSymbolKey(keyType));
  const [index] = indexed;
  if (index === undefined) {
    if (fields.length === 0 && checker.getPropertiesOfType(type).length === 0) {
      return position === "made" ? plainPresentValues : weak("it is declared as `{}`");
    }
    return { kind: "object", ...named(type), fields };
  }
  const value = reader.read(index.type, position);
  if (fields.length > 0 || indexed.length > 1) {
    return { kind: "object", ...named(type), fields, rest: value };
  }
  return { kind: "record", key: keyShape(index.keyType, position, reader), value };
}

// --- inside ---

const fieldsCountMax = 400;

function isClassReference(type: TS.Type): boolean {
  const target: unknown = Reflect.get(type, "target");
  return typeof target === "object" && target !== null && (target as TS.Type).isClass();
}

function isSymbolKey(key: TS.Type): boolean {
  return (key.flags & ts.TypeFlags.ESSymbolLike) !== 0;
}

function keyShape(key: TS.Type, position: Position, reader: ShapeReader): Shape {
  const isNumber = (key.flags & ts.TypeFlags.Number) !== 0;
  return isNumber ? { kind: "number", isInteger: true, min: 0 } : reader.read(key, position);
}

function named(type: TS.Type): { readonly name?: string } {
  const name = type.aliasSymbol?.name ?? type.symbol?.name;
  return name === undefined || name.startsWith("__") ? {} : { name };
}

function readCallable(type: TS.Type, position: Position, reader: ShapeReader): Shape | undefined {
  const { checker } = reader.project;
  const calls = checker.getSignaturesOfType(type, ts.SignatureKind.Call);
  const isClassLike = checker.getSignaturesOfType(type, ts.SignatureKind.Construct).length > 0;
  const signature = calls[0];
  if (signature === undefined && !isClassLike) return undefined;
  if (position === "checked") return { kind: "function", returns: weak("unseen"), paramsCount: 0 };
  const name = type.aliasSymbol?.name ?? type.symbol?.name ?? "it";
  const extra = checker
    .getPropertiesOfType(type)
    .find(({ flags, name: key }) => (flags & ts.SymbolFlags.Optional) === 0 && key !== "prototype");
  if (signature === undefined || isClassLike || extra !== undefined) {
    const what = isClassLike ? "a class" : `a function with \`${extra?.name ?? ""}\``;
    return {
      kind: "blocked",
      why: `\`${name}\` must be ${what}, which cannot be made`,
      help: "give the arguments with a fixture",
    };
  }
  return readCallback(signature, reader);
}

function readFields(type: TS.Type, position: Position, reader: ShapeReader): ObjectField[] {
  const { checker } = reader.project;
  const fields: ObjectField[] = [];
  for (const property of checker.getPropertiesOfType(type).slice(0, fieldsCountMax)) {
    // Keys that are symbols have names of the checker's own.
    if (property.name.startsWith("__@") || property.name.startsWith("__#")) continue;
    const isOptional = (property.flags & ts.SymbolFlags.Optional) !== 0;
    const shape = fieldShape(property, position, reader);
    if (isOptional && (shape.kind === "never" || shape.kind === "blocked")) continue;
    fields.push({ key: unescaped(property.name), shape, isOptional });
  }
  return fields;
}

function fieldShape(property: TS.Symbol, position: Position, reader: ShapeReader): Shape {
  const { checker } = reader.project;
  const isOptional = (property.flags & ts.SymbolFlags.Optional) !== 0;
  const type = checker.getTypeOfSymbol(property);
  // A method that may be missing has `undefined` in its type, whatever the settings are.
  const isMethod = (property.flags & ts.SymbolFlags.Method) !== 0;
  const wanted = isOptional && isMethod ? checker.getNonNullableType(type) : type;
  return reader.read(wanted, position);
}

/** The checker writes `__proto__` with one more underscore. */
function unescaped(name: string): string {
  return ts.unescapeLeadingUnderscores(ts.escapeLeadingUnderscores(name)).replace(/^___/, "__");
}
