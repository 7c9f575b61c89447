import type { Node, Program } from "oxc-parser";
import { walkNodes } from "./declared-names.ts";

/** What an `import` may take from a CommonJS file by name. */
export interface CjsNames {
  readonly names: ReadonlySet<string>;
  /** Specifiers of required modules whose names are passed on. */
  readonly reexports: ReadonlySet<string>;
}

/**
 * Finds the exported names of a CommonJS file by its text, as Node does before it runs the file.
 * Node's lexer knows the shapes that people and compilers write and nothing else, so this knows the
 * same shapes and the same limits.
 */
export function findCjsNames(program: Program, code: string): CjsNames {
  const found: Found = { names: new Set(), reexports: new Set(), code };
  for (const statement of program.body) readTopLevel(statement, program, found);
  for (const node of walkNodes(program)) readExports(node, found);
  return found;
}

/** The specifier in `require("…")`, or undefined. */
export function requiredSpecifier(node: Node | undefined): string | undefined {
  if (node?.type !== "CallExpression" || node.callee.type !== "Identifier") return undefined;
  if (node.callee.name !== "require" || node.arguments.length !== 1) return undefined;
  const [argument] = node.arguments;
  return argument === undefined ? undefined : stringOf(argument);
}

// --- inside ---

interface Found {
  readonly names: Set<string>;
  readonly reexports: Set<string>;
  readonly code: string;
}

function stringOf(node: Node): string | undefined {
  return node.type === "Literal" && typeof node.value === "string" ? node.value : undefined;
}

/** `__exportStar(require("./x"), exports)`, and the loop that Babel writes instead. */
function readTopLevel(statement: Node, program: Program, found: Found): void {
  if (statement.type !== "ExpressionStatement") return;
  const call = statement.expression;
  if (call.type !== "CallExpression") return;
  const helper = call.callee.type === "MemberExpression" ? call.callee.property : call.callee;
  if (helper.type !== "Identifier") return;
  if (/^__export(Star)?$/.test(helper.name)) {
    const specifier = requiredSpecifier(call.arguments[0]);
    if (specifier !== undefined) found.reexports.add(specifier);
    return;
  }
  if (helper.name !== "forEach" || call.callee.type !== "MemberExpression") return;
  const keys = call.callee.object;
  if (keys.type !== "CallExpression" || !isMember(keys.callee, "Object", "keys")) return;
  const [source] = keys.arguments;
  const specifier = source?.type === "Identifier" ? requiredAs(source.name, program) : undefined;
  if (specifier !== undefined) found.reexports.add(specifier);
}

function requiredAs(name: string, program: Program): string | undefined {
  for (const statement of program.body) {
    if (statement.type !== "VariableDeclaration") continue;
    for (const { id, init } of statement.declarations) {
      if (id.type !== "Identifier" || id.name !== name || init === null) continue;
      const inner = init.type === "CallExpression" ? init.arguments[0] : undefined;
      return requiredSpecifier(init) ?? requiredSpecifier(inner);
    }
  }
  return undefined;
}

function readExports(node: Node, found: Found): void {
  if (node.type === "AssignmentExpression" && node.operator === "=") {
    const name = exportsMember(node.left);
    if (name !== undefined) found.names.add(name);
    if (isMember(node.left, "module", "exports")) readWhole(node.right, found);
    return;
  }
  if (node.type !== "CallExpression" || !isMember(node.callee, "Object", "defineProperty")) return;
  const [target, key, descriptor] = node.arguments;
  if (target === undefined || key === undefined || descriptor === undefined) return;
  const name = stringOf(key);
  if (name !== undefined && isExports(target) && isReadable(descriptor)) found.names.add(name);
}

/**
 * `module.exports = …` passes on what it requires, or an object literal's names up to the first it
 * cannot follow.
 */
function readWhole(value: Node, found: Found): void {
  const specifier = requiredSpecifier(value);
  if (specifier !== undefined || value.type === "ObjectExpression") found.reexports.clear();
  if (specifier !== undefined) found.reexports.add(specifier);
  if (value.type !== "ObjectExpression") return;
  for (const property of value.properties) {
    if (!readProperty(property, found)) return;
  }
}

/** Says whether the lexer reads on after this property. */
function readProperty(property: Node, found: Found): boolean {
  if (property.type === "SpreadElement") {
    const specifier = requiredSpecifier(property.argument);
    if (specifier !== undefined) found.reexports.add(specifier);
    return specifier !== undefined || property.argument.type === "Identifier";
  }
  if (property.type !== "Property" || property.computed || property.kind !== "init") return false;
  const { key, value, method, shorthand } = property;
  const name = key.type === "Identifier" ? key.name : stringOf(key);
  if (name === undefined) return false;
  if (method) {
    found.names.add(name);
    return false;
  }
  if (!shorthand && !/^[\p{ID_Start}$_]/u.test(found.code.slice(value.start, value.start + 2))) {
    return false;
  }
  found.names.add(name);
  const specifier = requiredSpecifier(value);
  if (specifier !== undefined) found.reexports.add(specifier);
  return value.type === "Identifier" || value.type === "Literal" || value.type === "ThisExpression";
}

function exportsMember(target: Node): string | undefined {
  if (target.type !== "MemberExpression" || !isExports(target.object)) return undefined;
  if (target.computed) return stringOf(target.property);
  return target.property.type === "Identifier" ? target.property.name : undefined;
}

function isExports(node: Node): boolean {
  return (
    (node.type === "Identifier" && node.name === "exports") || isMember(node, "module", "exports")
  );
}

function isMember(node: Node, object: string, name: string): boolean {
  return (
    node.type === "MemberExpression" &&
    !node.computed &&
    node.object.type === "Identifier" &&
    node.object.name === object &&
    node.property.type === "Identifier" &&
    node.property.name === name
  );
}

/** `{ enumerable: true, get: function () { return x.y; } }` or `{ value: … }`, in this order. */
function isReadable(descriptor: Node): boolean {
  if (descriptor.type !== "ObjectExpression") return false;
  const properties = descriptor.properties.map((property) =>
    property.type === "Property" && property.key.type === "Identifier"
      ? { key: property.key.name, value: property.value }
      : { key: "", value: property },
  );
  const isEnumerable = properties[0]?.key === "enumerable";
  const flag = properties[0]?.value;
  if (isEnumerable && !(flag?.type === "Literal" && flag.value === true)) return false;
  const main = properties[isEnumerable ? 1 : 0];
  if (main?.key === "value") return true;
  if (main?.key !== "get" || main.value.type !== "FunctionExpression") return false;
  const [only, ...rest] = main.value.body?.body ?? [];
  if (only?.type !== "ReturnStatement" || rest.length > 0) return false;
  const result = only.argument;
  return (
    result?.type === "Identifier" ||
    (result?.type === "MemberExpression" && result.object.type === "Identifier")
  );
}
