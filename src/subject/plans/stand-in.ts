import type TS from "typescript6";
import { ts } from "./compiler.ts";
import type { ObjectField, Shape } from "../../kernel/values/shape.ts";
import { packageOf } from "./export-reference.ts";
import { memberUses } from "./member-uses.ts";
import { isOfPlatform } from "./read-platform.ts";
import { readCallback } from "./read-signature.ts";
import type { ShapeReader } from "./shape-reader.ts";

/**
 * A stand-in for a value of a class of a package that is more than data: what makes it ready, a
 * connection, a container or a framework, is not known. It has the members that the project uses,
 * and what they give is drawn. Undefined for classes that their constructor says everything about.
 */
export function readStandIn(type: TS.Type, reader: ShapeReader): Shape | undefined {
  const { symbol } = type;
  if (!isOfPackage(symbol, reader) || isMadeOfData(symbol, reader)) return undefined;
  const fields = reader.project.checker
    .getPropertiesOfType(type)
    .flatMap((member) => standInField(member, reader));
  if (fields.length > 0) return { kind: "object", name: symbol.name, fields };
  const owner = packageOf(symbol.declarations?.[0]?.getSourceFile().fileName ?? "") ?? "a package";
  return {
    kind: "blocked",
    why: `\`${symbol.name}\` of ${owner} is made ready by more than its constructor`,
    help: "give the arguments with a fixture",
  };
}

// --- inside ---

function isOfPackage(symbol: TS.Symbol, reader: ShapeReader): boolean {
  const file = symbol.declarations?.[0]?.getSourceFile().fileName ?? "";
  if (packageOf(file) === undefined || isOfPlatform(symbol, reader)) return false;
  return !reader.project.packages.some((folder) => file.startsWith(`${folder}/`));
}

/** Whether one of its constructors needs something, and that is data through and through. */
function isMadeOfData(symbol: TS.Symbol, { project: { checker } }: ShapeReader): boolean {
  const statics = checker.getTypeOfSymbol(symbol);
  const constructors = checker.getSignaturesOfType(statics, ts.SignatureKind.Construct);
  return constructors.some((signature) => {
    const params = signature.getParameters().filter((param) => isNeeded(param, checker));
    return (
      params.length > 0 &&
      params.every((param) => isData(checker.getTypeOfSymbol(param), symbol, checker))
    );
  });
}

function isNeeded({ valueDeclaration: declared }: TS.Symbol, checker: TS.TypeChecker): boolean {
  return (
    declared === undefined || !ts.isParameter(declared) || !checker.isOptionalParameter(declared)
  );
}

const dataFlags =
  ts.TypeFlags.StringLike |
  ts.TypeFlags.NumberLike |
  ts.TypeFlags.BooleanLike |
  ts.TypeFlags.BigIntLike |
  ts.TypeFlags.Null |
  ts.TypeFlags.Undefined;

function isData(type: TS.Type, owner: TS.Symbol, checker: TS.TypeChecker): boolean {
  if ((type.flags & dataFlags) !== 0) return true;
  if (type.isUnion()) return type.types.every((part) => isData(part, owner, checker));
  if (checker.isArrayType(type)) {
    const [item] = checker.getTypeArguments(type as TS.TypeReference);
    return item !== undefined && isData(item, owner, checker);
  }
  const name = (type.symbol as TS.Symbol | undefined)?.name ?? "";
  // `new Decimal(value: string | number | Decimal)`.
  return type.symbol === owner || /^(?:Date|Uint8Array|Buffer|ArrayBuffer|URL)$/.test(name);
}

const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected;

function standInField(member: TS.Symbol, reader: ShapeReader): ObjectField[] {
  const { checker } = reader.project;
  const declared = member.valueDeclaration;
  const uses = memberUses(reader.project).get(member.name) ?? [];
  if (declared === undefined || uses.length === 0) return [];
  if ((ts.getCombinedModifierFlags(declared) & hidden) !== 0) return [];
  const type = checker.getTypeOfSymbol(member);
  const [first] = checker.getSignaturesOfType(type, ts.SignatureKind.Call);
  const signature = first && (usedSignature(declared, uses, checker) ?? first);
  const shape = signature ? readCallback(signature, reader) : reader.read(type, "made");
  return [{ key: member.name, shape, isOptional: false }];
}

/** The overload, with its types filled in, that the project calls. */
function usedSignature(
  declared: TS.Declaration,
  uses: readonly TS.PropertyAccessExpression[],
  checker: TS.TypeChecker,
): TS.Signature | undefined {
  for (const use of uses) {
    const { parent } = use;
    if (!ts.isCallExpression(parent) || parent.expression !== use) continue;
    const symbol = checker.getSymbolAtLocation(use.name);
    if (symbol?.valueDeclaration === declared) return checker.getResolvedSignature(parent);
  }
  return undefined;
}
