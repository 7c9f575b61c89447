import { type Node, parseSync } from "oxc-parser";
import type { CjsAnalysis, Edit, ModuleRequest } from "./analysis.ts";
import { dynamicRequest, literalSpecifier, unusedPrefix } from "./analyse-esm.ts";
import { childNodes } from "./declared-names.ts";
import { type SourceFile, strip, syntaxError } from "./strip.ts";

/** Reads a CommonJS file: what it requires, and the names an `import` may take from it. */
export function analyseCjs(input: SourceFile): CjsAnalysis {
  const { code } = strip(input, "no map");
  const { program, errors } = parseSync("module.cjs", code, {
    lang: "js",
    sourceType: "commonjs",
    showSemanticErrors: true,
  });
  if (errors.length > 0) throw syntaxError(input, errors[0]?.message);
  const prefix = unusedPrefix(code);
  const names = new Set<string>();
  const reexports = new Set<string>();
  const requires = new Set<string>();
  const dynamic: ModuleRequest[] = [];
  const edits: Edit[] = [];
  if (program.hashbang !== null) {
    edits.push({ start: program.hashbang.start, end: program.hashbang.end, text: "" });
  }
  const visit = (node: Node): void => {
    const required = requiredSpecifier(node);
    if (required !== undefined) requires.add(required);
    const request = dynamicRequest(node);
    if (request !== undefined) dynamic.push(request);
    if (node.type === "ImportExpression") {
      edits.push({ start: node.start, end: node.start + "import".length, text: `${prefix}m.import` });
    }
    readExports(node, { names, reexports });
    for (const child of childNodes(node)) visit(child);
  };
  visit(program);
  return {
    format: "cjs",
    code,
    prefix,
    edits,
    names: [...names],
    reexports: [...reexports],
    requires: [...requires],
    dynamic,
  };
}

// --- inside ---

interface Found {
  readonly names: Set<string>;
  readonly reexports: Set<string>;
}

/** Recognises what Node's own lexer recognises: the shapes compilers and people write, wherever they stand. */
function readExports(node: Node, found: Found): void {
  if (node.type === "AssignmentExpression") {
    const name = exportsMember(node.left);
    if (name !== undefined) found.names.add(name);
    if (isModuleExports(node.left)) readWhole(node.right, found);
    return;
  }
  if (node.type !== "CallExpression") return;
  const [first, second, third] = node.arguments;
  if (isMethod(node.callee, "Object", "defineProperty") && first && second && third) {
    const name = literalSpecifier(second);
    if (isExports(first) && name !== undefined && isReadable(third)) found.names.add(name);
    return;
  }
  const helper = node.callee.type === "MemberExpression" ? node.callee.property : node.callee;
  if (helper.type !== "Identifier" || !/^__export(Star)?$/.test(helper.name) || !first) return;
  const specifier = requiredSpecifier(first);
  if (specifier !== undefined) found.reexports.add(specifier);
}

/** `module.exports = …`: the last `require` wins, and an object literal counts up to its first complex value. */
function readWhole(value: Node, found: Found): void {
  const specifier = requiredSpecifier(value);
  if (specifier !== undefined) {
    found.reexports.clear();
    found.reexports.add(specifier);
    return;
  }
  if (value.type !== "ObjectExpression") return;
  for (const property of value.properties) {
    if (property.type === "SpreadElement") {
      const spread = requiredSpecifier(property.argument);
      if (spread === undefined) return;
      found.reexports.add(spread);
      continue;
    }
    if (property.computed || property.method || property.kind !== "init") return;
    const name =
      property.key.type === "Identifier" ? property.key.name : literalSpecifier(property.key);
    if (name === undefined) return;
    found.names.add(name);
    if (property.value.type !== "Identifier" && property.value.type !== "Literal") return;
  }
}

function requiredSpecifier(node: Node): string | undefined {
  if (node.type !== "CallExpression" || node.callee.type !== "Identifier") return undefined;
  if (node.callee.name !== "require" || node.arguments[0] === undefined) return undefined;
  return literalSpecifier(node.arguments[0]);
}

function exportsMember(target: Node): string | undefined {
  if (target.type !== "MemberExpression" || !isExports(target.object)) return undefined;
  if (target.computed) return literalSpecifier(target.property);
  return target.property.type === "Identifier" ? target.property.name : undefined;
}

function isExports(node: Node): boolean {
  return (node.type === "Identifier" && node.name === "exports") || isModuleExports(node);
}

function isModuleExports(node: Node): boolean {
  return isMethod(node, "module", "exports");
}

function isMethod(node: Node, object: string, name: string): boolean {
  return (
    node.type === "MemberExpression" &&
    !node.computed &&
    node.object.type === "Identifier" &&
    node.object.name === object &&
    node.property.type === "Identifier" &&
    node.property.name === name
  );
}

/** A descriptor counts when it is enumerable with a getter, or has a plain value. */
function isReadable(descriptor: Node): boolean {
  if (descriptor.type !== "ObjectExpression") return false;
  const keys = descriptor.properties.map((property) =>
    property.type === "Property" && property.key.type === "Identifier" ? property.key.name : "",
  );
  return keys.includes("value") || (keys.includes("enumerable") && keys.includes("get"));
}
