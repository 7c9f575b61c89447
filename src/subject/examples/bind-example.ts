import type { Node, Statement } from "oxc-parser";
import { childNodes, patternNames, walkNodes } from "../loader/declared-names.ts";

/** What an example needs of a module, and under which names. */
export interface Binding {
  /** Local names by the export that they mean. */
  readonly names: ReadonlyMap<string, string>;
  /** Local names that mean the module as a whole: `R`, `_`. */
  readonly namespaces: readonly string[];
}

/** What is known of the module that an example may be about. */
export interface BoundModule {
  readonly exports: ReadonlySet<string>;
  readonly packageName: string | undefined;
}

/**
 * What the names of an example mean; undefined where one of them is neither declared in it, nor
 * exported by the module, nor of the language. Nothing that could reach out of the run is allowed:
 * it is text of the documentation that is run.
 */
export function bindExample(
  imports: readonly Statement[],
  code: readonly Node[],
  module: BoundModule,
): Binding | undefined {
  const names = new Map<string, string>();
  const namespaces = new Set<string>();
  const foreign = new Set<string>();
  for (const statement of imports) {
    if (statement.type === "ImportDeclaration")
      readImport(statement, { names, namespaces, foreign }, module);
  }
  const declared = declaredIn(code);
  for (const { node, parent } of references(code)) {
    const { name } = node;
    if (declared.has(name) || names.has(name) || languageNames.has(name)) continue;
    if (foreign.has(name)) return undefined;
    const member = memberOf(node, parent);
    if (member !== undefined && module.exports.has(member) && !module.exports.has(name)) {
      namespaces.add(name);
    } else if (namespaces.has(name)) return undefined;
    else if (module.exports.has(name)) names.set(name, name);
    else return undefined;
  }
  const areKnown = [...names.values()].every((one) => module.exports.has(one));
  return areKnown ? { names, namespaces: [...namespaces] } : undefined;
}

// --- inside ---

const languageNames: ReadonlySet<string> = new Set(
  (
    "Array Object String Number Boolean Math JSON Date RegExp Map Set WeakMap WeakSet Symbol " +
    "BigInt Promise Error TypeError RangeError SyntaxError undefined NaN Infinity parseInt " +
    "parseFloat isNaN isFinite encodeURIComponent decodeURIComponent encodeURI decodeURI " +
    "Uint8Array Uint16Array Uint32Array Int8Array Int16Array Int32Array Float32Array " +
    "Float64Array BigInt64Array BigUint64Array ArrayBuffer DataView URL URLSearchParams " +
    "TextEncoder TextDecoder Intl structuredClone"
  ).split(" "),
);

type ImportNode = Extract<Statement, { type: "ImportDeclaration" }>;

function readImport(
  { source, specifiers }: ImportNode,
  into: { names: Map<string, string>; namespaces: Set<string>; foreign: Set<string> },
  { packageName }: BoundModule,
): void {
  const from = source.value;
  const isOwn =
    /^\.{0,2}\//u.test(from) ||
    (packageName !== undefined && (from === packageName || from.startsWith(`${packageName}/`)));
  for (const one of specifiers) {
    const local = one.local.name;
    if (!isOwn) into.foreign.add(local);
    else if (one.type === "ImportNamespaceSpecifier") into.namespaces.add(local);
    else if (one.type === "ImportDefaultSpecifier") into.names.set(local, "default");
    else if (one.imported.type === "Identifier") into.names.set(local, one.imported.name);
    else into.foreign.add(local);
  }
}

interface Reference {
  readonly node: Extract<Node, { type: "Identifier" }>;
  readonly parent: Node;
}

/** Names that are used, not those of properties and labels; types are no code. */
function* references(code: readonly Node[]): Generator<Reference> {
  const pending: { node: Node; parent: Node }[] = code.map((node) => ({ node, parent: node }));
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { node, parent } = next;
    if (node.type.startsWith("TS") && !/^TS(?:As|Satisfies|NonNull)/u.test(node.type)) continue;
    if (node.type === "Identifier" && !isKey(node, parent)) yield { node, parent };
    for (const child of childNodes(node)) pending.push({ node: child, parent: node });
  }
}

function isKey(node: Node, parent: Node): boolean {
  switch (parent.type) {
    case "MemberExpression":
      return parent.property === node && !parent.computed;
    case "Property":
      return parent.key === node && !parent.computed && !parent.shorthand;
    case "MethodDefinition":
    case "PropertyDefinition":
      return parent.key === node && !parent.computed;
    case "LabeledStatement":
    case "BreakStatement":
    case "ContinueStatement":
      return true;
    default:
      return false;
  }
}

/** The property that is read of a name: `chunk` of `R.chunk`. */
function memberOf(node: Node, parent: Node): string | undefined {
  if (parent.type !== "MemberExpression" || parent.object !== node || parent.computed) {
    return undefined;
  }
  return parent.property.type === "Identifier" ? parent.property.name : undefined;
}

function declaredIn(code: readonly Node[]): ReadonlySet<string> {
  const names = new Set<string>();
  const add = (pattern: Node | null): void => {
    for (const name of patternNames(pattern)) names.add(name);
  };
  for (const root of code) {
    for (const node of walkNodes(root)) {
      if (node.type === "VariableDeclarator") add(node.id);
      else if (node.type === "CatchClause") add(node.param);
      else if (node.type === "ClassDeclaration") add(node.id);
      else if (/Function/u.test(node.type) && "params" in node) {
        if ("id" in node && node.id !== null) add(node.id);
        for (const param of node.params as readonly Node[]) add(param);
      }
    }
  }
  return names;
}
