import type TS from "typescript6";
import { ts } from "./compiler.ts";
import {
  type InstanceShape,
  type ParamPlan,
  type Shape,
  stepsParam,
} from "../../kernel/values/shape.ts";
import { exportReferenceOf } from "./export-reference.ts";
import { isMadeFrom, mayBeMade } from "./makeable.ts";
import type { ProjectProgram } from "./project-program.ts";
import { isProjectCode } from "./project-program.ts";
import { readParams } from "./read-signature.ts";
import type { ShapeReader } from "./shape-reader.ts";

/**
 * Reads a type whose parts refer to each other as the way its project makes one: a factory, and
 * functions that add to what it gives. Undefined where there is no factory, and for plain data.
 */
export function readStructure(type: TS.Type, reader: ShapeReader): InstanceShape | undefined {
  const symbol = nameSymbol(type);
  const declared = symbol?.declarations?.[0];
  if (symbol === undefined || declared === undefined) return undefined;
  if (!isProjectCode(declared.getSourceFile(), reader.project)) return undefined;
  const makers = (exportedFunctions(reader.project).get(symbol.name) ?? []).filter(
    ({ node, symbol: { name } }) => making.test(name) && returns(node, symbol, reader),
  );
  if (makers.length === 0 || !isLinked(type, reader.project.checker)) return undefined;
  for (const { node, symbol: maker } of makers) {
    const made = factoryOf(node, { maker, name: symbol.name, reader });
    if (made !== undefined) return withSteps(made, { type, symbol, reader });
  }
  return undefined;
}

// --- inside ---

interface Exported {
  readonly node: TS.SignatureDeclaration;
  readonly symbol: TS.Symbol;
}

const making = /^(?:create|make|new|build|init|empty|open|setup)(?![a-z])/;
const adding =
  /^(?:add|insert|set|put|push|append|register|define|mount|on|use|link|connect|enqueue)(?![a-z])/;
/** So many ways to add to a structure say enough. */
const stepsCountMax = 6;
const stepsDoneMax = 4;

const known = new WeakMap<ProjectProgram, Map<string, readonly Exported[]>>();

/** Exported functions by the name of the type that they give, and of the one they take first. */
function exportedFunctions(project: ProjectProgram): Map<string, readonly Exported[]> {
  const before = known.get(project);
  if (before !== undefined) return before;
  const found = new Map<string, Exported[]>();
  for (const file of project.program.getSourceFiles()) {
    const module = isProjectCode(file, project)
      ? project.checker.getSymbolAtLocation(file)
      : undefined;
    for (const symbol of module?.exports?.values() ?? []) {
      const node = functionIn(symbol);
      if (node === undefined) continue;
      const isMaker = making.test(symbol.name);
      const type = isMaker ? node.type : node.parameters[0]?.type;
      const name = type && (isMaker || adding.test(symbol.name)) ? typeName(type) : undefined;
      if (name === undefined) continue;
      const list = found.get(name);
      if (list === undefined) found.set(name, [{ node, symbol }]);
      else list.push({ node, symbol });
    }
  }
  known.set(project, found);
  return found;
}

function functionIn({
  valueDeclaration: declared,
}: TS.Symbol): TS.SignatureDeclaration | undefined {
  if (declared === undefined) return undefined;
  if (ts.isFunctionDeclaration(declared)) return declared;
  const value = ts.isVariableDeclaration(declared) ? declared.initializer : undefined;
  if (value === undefined) return undefined;
  return ts.isArrowFunction(value) || ts.isFunctionExpression(value) ? value : undefined;
}

function typeName(node: TS.TypeNode): string | undefined {
  if (!ts.isTypeReferenceNode(node)) return undefined;
  const name = ts.isIdentifier(node.typeName) ? node.typeName : node.typeName.right;
  const [inner] = name.text === "Promise" ? (node.typeArguments ?? []) : [];
  return inner === undefined ? name.text : typeName(inner);
}

function nameSymbol(type: TS.Type): TS.Symbol | undefined {
  return type.aliasSymbol ?? type.symbol;
}

function returns(
  node: TS.SignatureDeclaration,
  symbol: TS.Symbol,
  { project: { checker } }: ShapeReader,
): boolean {
  const signature = checker.getSignatureFromDeclaration(node);
  if (signature === undefined) return false;
  const given = checker.getReturnTypeOfSignature(signature);
  return nameSymbol(checker.getAwaitedType(given) ?? given) === symbol;
}

function factoryOf(
  node: TS.SignatureDeclaration,
  { maker, name, reader }: { maker: TS.Symbol; name: string; reader: ShapeReader },
): InstanceShape | undefined {
  const { project } = reader;
  const signature = project.checker.getSignatureFromDeclaration(node);
  const from = exportReferenceOf(maker, project);
  if (signature === undefined || from === undefined) return undefined;
  const params = readParams(signature, reader);
  if (!params.every((param) => isGivable(param, name))) return undefined;
  // A factory that needs another structure is a step on the way, and refuses one that is made up.
  const needed = signature.getParameters().filter((_, at) => params[at]?.isOptional === false);
  const { checker } = project;
  if (needed.some((one) => isLinked(checker.getTypeOfSymbol(one), checker))) return undefined;
  reader.madeBy(node);
  return { kind: "instance", name, from, how: "factory", params, fields: [] };
}

function isGivable({ shape, isOptional, isRest }: ParamPlan, name: string): boolean {
  if (isMadeFrom(shape, name)) return false;
  return isOptional || isRest || (mayBeMade(shape) && shape.kind !== "weak");
}

/** The same with what may be done to it: functions of the project, and methods of its own. */
function withSteps(
  made: InstanceShape,
  { type, symbol, reader }: { type: TS.Type; symbol: TS.Symbol; reader: ShapeReader },
): InstanceShape {
  const { checker } = reader.project;
  const byFunction = (exportedFunctions(reader.project).get(symbol.name) ?? []).flatMap(
    ({ node, symbol: adder }) => {
      const signature = checker.getSignatureFromDeclaration(node);
      const from = exportReferenceOf(adder, reader.project);
      const first = signature?.getParameters()[0];
      if (signature === undefined || from === undefined || first === undefined) return [];
      if (!adding.test(adder.name)) return [];
      if (nameSymbol(checker.getTypeOfSymbol(first)) !== symbol) return [];
      reader.madeBy(node);
      return [{ from, params: readParams(signature, reader).slice(1), signature }];
    },
  );
  const byMethod = checker.getPropertiesOfType(type).flatMap((member) => {
    const [signature] = checker.getTypeOfSymbol(member).getCallSignatures();
    if (signature === undefined || !adding.test(member.name)) return [];
    const from = { module: "", path: [member.name] };
    return [{ from, params: readParams(signature, reader), signature }];
  });
  const steps = [...byFunction, ...byMethod]
    .filter(({ params }) => params.every((param) => !param.isRest && isGivable(param, made.name)))
    .filter(({ signature }) => isSync(signature, checker))
    .slice(0, stepsCountMax);
  if (steps.length === 0) return made;
  const of: Shape[] = steps.map(({ params }, at) => ({
    kind: "tuple",
    items: [
      { shape: { kind: "literal", value: at }, isOptional: false },
      ...params.map(({ shape, isOptional }) => ({ shape, isOptional })),
    ],
  }));
  const list: Shape = { kind: "array", of: { kind: "union", of }, lengthMax: stepsDoneMax };
  const done: ParamPlan = { name: stepsParam, shape: list, isOptional: false, isRest: false };
  return { ...made, params: [...made.params, done], steps: steps.map(({ from }) => from) };
}

function isSync(signature: TS.Signature, checker: TS.TypeChecker): boolean {
  return checker.getReturnTypeOfSignature(signature).getProperty("then") === undefined;
}

/** How many types are looked at before one is taken as plain. */
const looksMax = 300;

/** Whether a type has methods, or holds a type that contains itself. */
function isLinked(type: TS.Type, checker: TS.TypeChecker): boolean {
  let looks = 0;
  const look = (one: TS.Type, above: readonly TS.Type[]): boolean => {
    looks += 1;
    if (looks > looksMax || (one.flags & ts.TypeFlags.StructuredType) === 0) return false;
    if (above.includes(one)) return true;
    const inner = [...above, one];
    return partsOf(one, checker).some((part) => look(part, inner));
  };
  const hasMethod = checker
    .getPropertiesOfType(type)
    .some((member) => checker.getTypeOfSymbol(member).getCallSignatures().length > 0);
  return hasMethod || look(type, []);
}

function partsOf(type: TS.Type, checker: TS.TypeChecker): readonly TS.Type[] {
  if (type.isUnionOrIntersection()) return type.types;
  if (type.getCallSignatures().length > 0) return [];
  const isOfLanguage = /^(?:Map|Set|Readonly\w+|Array|Promise|WeakMap)$/.test(
    type.symbol?.name ?? "",
  );
  const isReference = Reflect.get(type, "target") !== undefined;
  const given = isReference ? checker.getTypeArguments(type as TS.TypeReference) : [];
  if (isOfLanguage || checker.isArrayType(type) || checker.isTupleType(type)) return given;
  return [
    ...checker.getPropertiesOfType(type).map((member) => checker.getTypeOfSymbol(member)),
    ...checker.getIndexInfosOfType(type).map((index) => index.type),
  ];
}
