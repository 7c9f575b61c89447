import type TS from "typescript6";
import { ts } from "./compiler.ts";
import type { InstanceShape, ParamPlan, Shape } from "../../kernel/values/shape.ts";
import { exportReferenceOf } from "./export-reference.ts";
import { isMadeFrom, mayBeMade } from "./makeable.ts";
import { guessFactory } from "./guess-maker.ts";
import { isInjected, type OpenField, openFields } from "./open-fields.ts";
import { objectHelp } from "./paste-lines.ts";
import { moduleName } from "./project-program.ts";
import { readParams } from "./read-signature.ts";
import type { Position, ShapeReader } from "./shape-reader.ts";
import { readStandIn } from "./stand-in.ts";

/** Reads a value of a class as the way to make one; undefined where its fields are all there is. */
export function readInstance(
  type: TS.Type,
  position: Position,
  reader: ShapeReader,
): Shape | undefined {
  const { symbol } = type;
  const from = exportReferenceOf(symbol, reader.project);
  const fields = publicFields(type, reader);
  if (position === "checked") {
    if (from === undefined) return undefined;
    const name = classNameOf(symbol);
    return { kind: "instance", name, from, how: "constructor", params: [], fields };
  }
  const standIn = readStandIn(type, reader);
  if (standIn !== undefined) return standIn;
  if (isRecord(type, reader)) return undefined;
  return (
    reader.bind(typeArguments(type, reader), () => makeInstance(type, reader)) ??
    blockedInstance(symbol, reader)
  );
}

/** The way to make an instance: its constructor, else a factory beside it. */
export function makeInstance(type: TS.Type, reader: ShapeReader): InstanceShape | undefined {
  const { symbol } = type;
  const name = classNameOf(symbol);
  const fields = publicFields(type, reader);
  let weaker: InstanceShape | undefined;
  for (const way of waysToMake(type, reader)) {
    const params = readParams(way.signature, reader);
    if (!params.every((param) => param.isOptional || param.isRest || mayBeMade(param.shape))) {
      continue;
    }
    // A factory that is given one of the class leads nowhere.
    if (way.how === "factory" && params.some(({ shape }) => isMadeFrom(shape, name))) continue;
    const { from, how } = way;
    const open = how === "constructor" ? openFields(symbol, reader.project.checker) : [];
    // Without the container that fills it, it is no object that the program ever has.
    if (open.some(isInjected)) continue;
    const made: InstanceShape = {
      kind: "instance",
      name,
      from,
      how,
      params,
      fields,
      ...doubtOf(name, open),
    };
    const maker = way.signature.getDeclaration() as TS.Node | undefined;
    if (maker !== undefined) reader.madeBy(maker);
    if (!params.some(isWeakParam)) return made;
    weaker ??= made;
  }
  return weaker;
}

/** Why a class cannot be made, and the line of configuration that says how. */
export function blockedInstance(symbol: TS.Symbol, reader: ShapeReader): Shape {
  const declared = symbol.declarations?.[0];
  const file = declared?.getSourceFile().fileName ?? "";
  const module = moduleName(reader.project.projectRoot, file);
  return {
    kind: "blocked",
    why: `\`${classNameOf(symbol)}\` ${whyNot(symbol, reader)}, and no factory of it was found`,
    help: objectHelp(module, classNameOf(symbol), guessFactory(symbol, reader.project)),
  };
}

// --- inside ---

/** A class that is exported as default has that as its name to the checker. */
function classNameOf(symbol: TS.Symbol): string {
  const declared = symbol.declarations?.find(ts.isClassLike);
  return declared?.name?.text ?? symbol.name;
}

/** Whether a class only names fields, which whoever makes one fills: an entity, a DTO. */
function isRecord(type: TS.Type, { project }: ShapeReader): boolean {
  const open = openFields(type.symbol, project.checker);
  if (open.length === 0 || !open.every((field) => field.isPublic)) return false;
  if (open.some(isInjected)) return false;
  const declared = type.symbol.declarations?.find(ts.isClassLike);
  return declared?.members.every((member) => !isBehaviour(member)) === true;
}

function isBehaviour(member: TS.ClassElement): boolean {
  if (ts.isConstructorDeclaration(member)) return member.parameters.length > 0;
  return !ts.isPropertyDeclaration(member);
}

function doubtOf(name: string, open: readonly OpenField[]): Pick<InstanceShape, "doubt"> {
  const [first] = open;
  if (first === undefined) return {};
  return { doubt: `\`${first.name}\` of \`${name}\` has no value until something else sets it` };
}

interface Way {
  readonly signature: TS.Signature;
  readonly from: InstanceShape["from"];
  readonly how: InstanceShape["how"];
}

function isWeakParam({ shape, isOptional }: ParamPlan): boolean {
  return shape.kind === "weak" && !isOptional;
}

function waysToMake(type: TS.Type, reader: ShapeReader): Way[] {
  const { project } = reader;
  const from = exportReferenceOf(type.symbol, project);
  const factories = exportedFactories(type, reader);
  if (from === undefined) return factories;
  const { checker } = project;
  const statics = checker.getTypeOfSymbol(type.symbol);
  const constructors = isAbstract(type.symbol)
    ? []
    : checker.getSignaturesOfType(statics, ts.SignatureKind.Construct).filter(isPublic);
  const byConstructor = constructors.map((signature): Way => ({
    signature,
    from,
    how: "constructor",
  }));
  const byStatic = checker.getPropertiesOfType(statics).flatMap((member): Way[] => {
    if (member.name === "prototype" || !isPublicMember(member)) return [];
    const signature = factorySignature(member, type, reader);
    if (signature === undefined) return [];
    return [{ signature, from: { ...from, path: [...from.path, member.name] }, how: "factory" }];
  });
  return [...byConstructor, ...byStatic, ...factories];
}

function exportedFactories(type: TS.Type, reader: ShapeReader): Way[] {
  const { checker } = reader.project;
  const file = type.symbol.declarations?.[0]?.getSourceFile();
  const module = file && checker.getSymbolAtLocation(file);
  if (module === undefined) return [];
  return checker.getExportsOfModule(module).flatMap((exported): Way[] => {
    if ((exported.flags & (ts.SymbolFlags.Function | ts.SymbolFlags.Variable)) === 0) return [];
    const signature = factorySignature(exported, type, reader);
    const from = signature && exportReferenceOf(exported, reader.project);
    return from === undefined || signature === undefined
      ? []
      : [{ signature, from, how: "factory" }];
  });
}

function factorySignature(
  member: TS.Symbol,
  type: TS.Type,
  { project }: ShapeReader,
): TS.Signature | undefined {
  const { checker } = project;
  return checker
    .getSignaturesOfType(checker.getTypeOfSymbol(member), ts.SignatureKind.Call)
    .find((signature) => {
      const returned = checker.getReturnTypeOfSignature(signature);
      const awaited = checker.getAwaitedType(returned) ?? returned;
      const isGiven = signature
        .getParameters()
        .some((param) => checker.getTypeOfSymbol(param).symbol === type.symbol);
      const isMade = awaited.symbol === type.symbol;
      return isMade && !isGiven && (awaited.flags & ts.TypeFlags.Object) !== 0;
    });
}

function whyNot(symbol: TS.Symbol, reader: ShapeReader): string {
  if (exportReferenceOf(symbol, reader.project) === undefined) return "is not exported";
  if (isAbstract(symbol)) return "is abstract";
  const injected = openFields(symbol, reader.project.checker).find(isInjected);
  if (injected !== undefined) {
    return `has \`${injected.name}\`, which a container fills by \`@${injected.decorator ?? ""}\``;
  }
  const statics = reader.project.checker.getTypeOfSymbol(symbol);
  const signatures = reader.project.checker.getSignaturesOfType(
    statics,
    ts.SignatureKind.Construct,
  );
  if (!signatures.some(isPublic)) return "has a constructor that is not public";
  return "has a constructor that needs something that cannot be made";
}

function isAbstract(symbol: TS.Symbol): boolean {
  const declared = symbol.valueDeclaration;
  if (declared === undefined) return false;
  return (ts.getCombinedModifierFlags(declared) & ts.ModifierFlags.Abstract) !== 0;
}

const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected;

function isPublic(signature: TS.Signature): boolean {
  const declared = signature.getDeclaration() as TS.Declaration | undefined;
  return declared === undefined || (ts.getCombinedModifierFlags(declared) & hidden) === 0;
}

function isPublicMember(symbol: TS.Symbol): boolean {
  const declared = symbol.valueDeclaration;
  if (declared === undefined || /^(?:__|#)/.test(symbol.name)) return false;
  return (ts.getCombinedModifierFlags(declared) & hidden) === 0;
}

function publicFields(type: TS.Type, { project }: ShapeReader): string[] {
  return project.checker
    .getPropertiesOfType(type)
    .filter((member) => isPublicMember(member) && (member.flags & ts.SymbolFlags.Optional) === 0)
    .map(({ name }) => name)
    .slice(0, fieldsCountMax);
}

const fieldsCountMax = 100;

function typeArguments(type: TS.Type, { project }: ShapeReader): Map<TS.Symbol, TS.Type> {
  const target = Reflect.get(type, "target") as TS.InterfaceType | undefined;
  const given =
    target === undefined ? [] : project.checker.getTypeArguments(type as TS.TypeReference);
  const pairs = (target?.typeParameters ?? []).flatMap((param, index) => {
    const argument = given[index];
    return argument === undefined ? [] : [[param.symbol, argument] as const];
  });
  return new Map(pairs);
}
