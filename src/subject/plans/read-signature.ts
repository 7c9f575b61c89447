import type TS from "typescript6";
import { ts } from "./compiler.ts";
import type { CallPlan } from "../../kernel/subject/call-plan.ts";
import type { ParamPlan, Shape } from "../../kernel/values/shape.ts";
import { readSequence } from "./read-sequence.ts";
import type { ShapeReader } from "./shape-reader.ts";
import { plainValues, weak } from "./shape-reader.ts";

/** Reads the parameters of a call, as values to be made. */
export function readParams(signature: TS.Signature, reader: ShapeReader): ParamPlan[] {
  return signature.getParameters().map((symbol, index) => {
    const declared = symbol.valueDeclaration;
    const param = declared !== undefined && ts.isParameter(declared) ? declared : undefined;
    const isRest = isRestParam(symbol, param);
    const isOptional = !isRest && isOptionalParam(symbol, param, reader);
    const type = reader.project.checker.getTypeOfSymbol(symbol);
    // The list itself is written out, never a name for it.
    const list = isRest ? readSequence(type, "made", reader) : undefined;
    const plain = list ?? reader.read(isOptional ? withoutUndefined(type, reader) : type, "made");
    const isKnown = param?.type === undefined || reader.schemas.ofType(type) !== undefined;
    const from = isKnown ? undefined : reader.schemas.ofNode(param.type);
    const shape: Shape = from === undefined ? plain : { kind: "schema", from, or: plain };
    return { name: nameOf(symbol, index), shape, isOptional, isRest };
  });
}

/** Reads a function that is given in: only what it gives back has to be made. */
export function readCallback(signature: TS.Signature, reader: ShapeReader): Shape {
  const { checker } = reader.project;
  const returned = checker.getReturnTypeOfSignature(signature);
  const awaited = isPromise(returned) ? checker.getAwaitedType(returned) : undefined;
  // Whoever takes a function that gives back anything is ready for anything.
  const isOpen = ((awaited ?? returned).flags & ts.TypeFlags.Unknown) !== 0;
  const plain: Shape = awaited === undefined ? plainValues : { kind: "promise", of: plainValues };
  const returns = isOpen ? plain : reader.read(returned, "made");
  return { kind: "function", returns, paramsCount: signature.getParameters().length };
}

/** Reads what a call gives back, where somebody declared it. */
export function readReturn(
  signature: TS.Signature,
  reader: ShapeReader,
): Pick<CallPlan, "returns" | "isAsync" | "mayBeAsync" | "returnsGiven"> {
  const { checker } = reader.project;
  const type = checker.getReturnTypeOfSignature(signature);
  const awaited = isPromise(type) ? checker.getAwaitedType(type) : undefined;
  const answering = {
    isAsync: awaited !== undefined,
    ...(mayPromise(type) ? { mayBeAsync: true as const } : {}),
  };
  if (!isReturnDeclared(signature)) {
    return { returns: weak("no return type is declared"), ...answering };
  }
  const returnsGiven = givenBack(signature, awaited ?? type);
  return {
    returns: reader.read(awaited ?? type, "checked"),
    ...(returnsGiven === undefined ? {} : { returnsGiven }),
    ...answering,
  };
}

// --- inside ---

function isRestParam(symbol: TS.Symbol, param: TS.ParameterDeclaration | undefined): boolean {
  if (param === undefined) return (Reflect.get(symbol, "checkFlags") as number) === restCheckFlag;
  if (param.dotDotDotToken !== undefined) return true;
  const tag = ts.getJSDocParameterTags(param)[0];
  return tag?.typeExpression !== undefined && ts.isJSDocVariadicType(tag.typeExpression.type);
}

/** The checker marks parameters that it made up from a tuple; the number is not in its types. */
const restCheckFlag = 1 << 15;

function isOptionalParam(
  symbol: TS.Symbol,
  param: TS.ParameterDeclaration | undefined,
  { project }: ShapeReader,
): boolean {
  if (param === undefined) return (symbol.flags & ts.SymbolFlags.Optional) !== 0;
  return param.initializer !== undefined || project.checker.isOptionalParameter(param);
}

/**
 * The type parameter of the call itself that it gives back. Where its parameters speak of it, a
 * value of it can only come from them: `first<T>(items: T[]): T` has none to give for no items.
 */
function givenBack(signature: TS.Signature, type: TS.Type): string | undefined {
  if ((type.flags & ts.TypeFlags.TypeParameter) === 0) return undefined;
  const node = signature.getDeclaration() as TS.SignatureDeclaration | undefined;
  const name = type.symbol.name;
  const own = node?.typeParameters?.find((one) => one.name.text === name);
  if (node === undefined || own === undefined || own.default !== undefined) return undefined;
  const mentions = (one: TS.Node): boolean =>
    (ts.isIdentifier(one) && one.text === name) || ts.forEachChild(one, mentions) === true;
  const isSpokenOf = node.parameters.some((one) => one.type !== undefined && mentions(one.type));
  return isSpokenOf ? name : undefined;
}

function withoutUndefined(type: TS.Type, { project }: ShapeReader): TS.Type {
  if (!type.isUnion()) return type;
  const rest = type.types.filter(({ flags }) => (flags & ts.TypeFlags.Undefined) === 0);
  const hasNull = rest.some(({ flags }) => (flags & ts.TypeFlags.Null) !== 0);
  if (rest.length === type.types.length || hasNull) return type;
  // Of one type parameter the checker makes `N & {}`, which any value is.
  const [only, ...others] = rest;
  if (only !== undefined && others.length === 0) return only;
  return project.checker.getNonNullableType(type);
}

function nameOf(symbol: TS.Symbol, index: number): string {
  return /^[\w$]+$/.test(symbol.name) && !symbol.name.startsWith("__")
    ? symbol.name
    : `argument${String(index + 1)}`;
}

/** Whether a type has values that are promises and others that are not. */
function mayPromise(type: TS.Type): boolean {
  if ((type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !== 0) return true;
  return !isPromise(type) && type.isUnion() && type.types.some(isPromise);
}

function isPromise(type: TS.Type): boolean {
  return type.getProperty("then") !== undefined;
}

/** What the checker works out by itself cannot be contradicted by the code it was read from. */
function isReturnDeclared(signature: TS.Signature): boolean {
  const node = signature.getDeclaration() as TS.SignatureDeclaration | undefined;
  if (node === undefined) return true;
  if (node.type !== undefined || node.getSourceFile().isDeclarationFile) return true;
  if (ts.getJSDocReturnType(node) !== undefined) return true;
  const { parent } = node;
  if (ts.isVariableDeclaration(parent) || ts.isPropertyDeclaration(parent)) {
    return parent.type !== undefined || ts.getJSDocType(parent) !== undefined;
  }
  return !("body" in node);
}
