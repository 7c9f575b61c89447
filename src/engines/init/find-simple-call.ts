import type { ArrowFunctionExpression, Function as FunctionNode, Node } from "oxc-parser";
import { childNodes } from "../../subject/loader/declared-names.ts";
import { ProjectSource } from "../../subject/source/project-source.ts";
import type { Declared, SourceModule } from "../../subject/source/source-module.ts";

/** What a parameter of a simple function takes. */
export type SimpleType = "number" | "string" | "boolean";

/** A function of the project that a scenario can call with anything of the types it declares. */
export interface SimpleCall {
  /** The file that exports it, relative to the project root. */
  readonly module: string;
  readonly name: string;
  readonly params: readonly SimpleType[];
}

/**
 * The first exported function that cannot fail and gives the same for the same: it takes and gives
 * plain values, and does nothing but reckon. Nothing is run, so whatever is not plain to see is
 * not simple.
 */
export function findSimpleCall(
  projectRoot: string,
  files: readonly string[],
): SimpleCall | undefined {
  const source = new ProjectSource(projectRoot);
  for (const file of files.slice(0, filesMax)) {
    const module = source.module(file);
    if (module === undefined || !isQuiet(module)) continue;
    for (const [name, exported] of module.exports) {
      if (exported.kind !== "local" || !/^[A-Za-z_$][\w$]*$/u.test(name)) continue;
      const node = functionOf(module.locals.get(exported.name));
      const params = node === undefined ? undefined : simpleParams(node);
      if (params !== undefined) return { module: module.shown, name, params };
    }
  }
  return undefined;
}

// --- inside ---

const filesMax = 200;

/** Whether loading the file does nothing: functions, types and constants that are written out. */
function isQuiet({ program, locals }: SourceModule): boolean {
  if ([...locals.values()].some(({ kind }) => kind === "import" || kind === "class")) return false;
  return program.body.every((statement) => {
    const inner = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    if (inner === null) return false;
    if (quietStatements.has(inner.type)) return true;
    if (inner.type !== "VariableDeclaration" || inner.kind !== "const") return false;
    return inner.declarations.every(({ init }) => quietValues.has(init?.type ?? ""));
  });
}

type AnyFunction = FunctionNode | ArrowFunctionExpression;

function functionOf(declared: Declared | undefined): AnyFunction | undefined {
  if (declared?.kind === "function") return declared.node;
  const value = declared?.kind === "value" ? declared.node.init : undefined;
  return value?.type === "ArrowFunctionExpression" ? value : undefined;
}

function simpleParams(node: AnyFunction): readonly SimpleType[] | undefined {
  const { body, params, returnType, async: isAsync, generator: isGenerator } = node;
  if (isAsync || isGenerator || body === null) return undefined;
  const given = typeOf(returnType?.typeAnnotation);
  const taken = params.map((param) => {
    // The types of the parser say `false`, for a variable is never optional; a parameter may be.
    const { optional: isOptional } = param as { readonly optional?: boolean };
    if (param.type !== "Identifier" || isOptional === true) return undefined;
    return typeOf(param.typeAnnotation?.typeAnnotation);
  });
  const known = taken.filter((type) => type !== undefined);
  const isKnown = given !== undefined && known.length === taken.length && known.length > 0;
  return isKnown && known.length <= paramsMax && onlyReckons(body) ? known : undefined;
}

const paramsMax = 4;

const quietStatements: ReadonlySet<string> = new Set([
  "FunctionDeclaration",
  "TSTypeAliasDeclaration",
  "TSInterfaceDeclaration",
]);

const quietValues: ReadonlySet<string> = new Set(["Literal", "ArrowFunctionExpression"]);

const types: ReadonlyMap<string, SimpleType> = new Map([
  ["TSNumberKeyword", "number"],
  ["TSStringKeyword", "string"],
  ["TSBooleanKeyword", "boolean"],
]);

function typeOf(node: Node | undefined): SimpleType | undefined {
  return node === undefined ? undefined : types.get(node.type);
}

/** What may stand in such a function. Loops may not: they need not end. */
const plainNodes: ReadonlySet<string> = new Set([
  "BlockStatement",
  "ReturnStatement",
  "IfStatement",
  "ConditionalExpression",
  "BinaryExpression",
  "LogicalExpression",
  "UnaryExpression",
  "ParenthesizedExpression",
  "TemplateLiteral",
  "TemplateElement",
  "Literal",
  "Identifier",
  "VariableDeclaration",
  "VariableDeclarator",
  "ExpressionStatement",
]);

const plainMath = /^(?:abs|ceil|floor|round|trunc|sign|sqrt|min|max|hypot|cbrt|log|exp|pow)$/u;
const plainMethods =
  /^(?:trim|toLowerCase|toUpperCase|slice|includes|startsWith|endsWith|indexOf|charAt|at|concat)$/u;

function onlyReckons(node: Node): boolean {
  if (node.type === "CallExpression") {
    return isPlainCallee(node.callee) && node.arguments.every(onlyReckons);
  }
  if (node.type === "MemberExpression") {
    return nameIn(node) === "length" && onlyReckons(node.object);
  }
  // These throw for values of the wrong kind.
  if (node.type === "BinaryExpression" && node.operator.startsWith("in")) return false;
  return plainNodes.has(node.type) && childNodes(node).every(onlyReckons);
}

function isPlainCallee(callee: Node): boolean {
  if (callee.type !== "MemberExpression") return false;
  const { object } = callee;
  const isMath = object.type === "Identifier" && object.name === "Math";
  return (isMath ? plainMath : plainMethods).test(nameIn(callee)) && onlyReckons(object);
}

function nameIn(node: Extract<Node, { type: "MemberExpression" }>): string {
  return !node.computed && node.property.type === "Identifier" ? node.property.name : "";
}
