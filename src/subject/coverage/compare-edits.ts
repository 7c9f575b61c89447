import type { Node } from "oxc-parser";
import { walkNodes } from "../loader/declared-names.ts";
import type { CoverageEdit, OperatorEdit } from "./coverage-text.ts";

/** A node that may be a comparison. */
export interface CompareSite {
  readonly node: Node;
  readonly parent: Node | undefined;
  /** The name of the probes in compiled code. */
  readonly name: string;
  readonly number: number;
}

/** What to add so that operands are seen; undefined where there is nothing to see. */
export function compareEdits(
  site: CompareSite,
): { readonly edits: readonly CoverageEdit[]; readonly operator?: OperatorEdit } | undefined {
  const { node } = site;
  if (node.type === "BinaryExpression") return binaryEdits(node, site);
  return node.type === "CallExpression" ? lookUpEdits(node, site) : undefined;
}

// --- inside ---

const probeOf: ReadonlyMap<string, string> = new Map([
  ["===", "e"],
  ["!==", "n"],
  ["==", "q"],
  ["!=", "u"],
  ["<", "l"],
  [">", "g"],
  ["<=", "k"],
  [">=", "h"],
]);

const orders: ReadonlySet<string> = new Set(["<", ">", "<=", ">="]);

function binaryEdits(
  node: Extract<Node, { type: "BinaryExpression" }>,
  { parent, name, number }: CompareSite,
): ReturnType<typeof compareEdits> {
  const probe = probeOf.get(node.operator);
  if (probe === undefined || isPlain(node.left) || isPlain(node.right)) return undefined;
  // The test of a loop is asked all the time and says little.
  if (orders.has(node.operator) && parent !== undefined && isLoop(parent)) return undefined;
  const size = node.end - node.start;
  return {
    edits: [
      { at: node.start, side: "open", text: `${name}.${probe}(${String(number)},`, size },
      { at: node.end, side: "close", text: ")", size },
    ],
    operator: { start: node.left.end, end: node.right.start },
  };
}

const lookUps: ReadonlySet<string> = new Set(
  "startsWith endsWith includes indexOf lastIndexOf has get equals split localeCompare".split(" "),
);
/** What compares its first two arguments. */
const comparers: ReadonlySet<string> = new Set(["timingSafeEqual", "compare", "is", "hasOwn"]);

/** What is looked for in a text or a collection is worth trying as an argument. */
function lookUpEdits(
  { callee, arguments: given }: Extract<Node, { type: "CallExpression" }>,
  { name }: CompareSite,
): ReturnType<typeof compareEdits> {
  const [first, second] = given;
  if (first === undefined || first.type === "SpreadElement") return undefined;
  if (second !== undefined && second.type !== "SpreadElement" && comparers.has(nameOf(callee))) {
    return { edits: [...wrapped(first, `${name}.o(`), ...wrapped(second, `${name}.a(`)] };
  }
  if (callee.type !== "MemberExpression" || !lookUps.has(nameOf(callee))) return undefined;
  return {
    edits: [...wrapped(first, `${name}.a(`), ...receiverEdits(callee.object, name)],
  };
}

/** The name of a function or method that is called. */
function nameOf(callee: Node): string {
  if (callee.type === "Identifier") return callee.name;
  if (callee.type !== "MemberExpression" || callee.computed) return "";
  return callee.property.type === "Identifier" ? callee.property.name : "";
}

/** What a value is looked for in says what would be found there. */
function receiverEdits(object: Node, name: string): readonly CoverageEdit[] {
  // A part of a chain that may end early cannot stand by itself, and `super` is no value.
  if (object.type === "Super") return [];
  for (const node of walkNodes(object)) {
    if ("optional" in node && node.optional === true) return [];
  }
  return wrapped(object, `${name}.o(`);
}

function wrapped({ start, end }: Node, text: string): readonly CoverageEdit[] {
  const size = end - start;
  return [
    { at: start, side: "open", text, size },
    { at: end, side: "close", text: ")", size },
  ];
}

/** Operands that no argument can be moved to: a type, nothing, yes or no. */
function isPlain(node: Node): boolean {
  switch (node.type) {
    case "Literal":
      return node.value === null || typeof node.value === "boolean";
    case "UnaryExpression":
      return node.operator === "typeof" || node.operator === "void";
    case "Identifier":
      return node.name === "undefined";
    case "PrivateIdentifier":
      return true;
    default:
      return false;
  }
}

function isLoop({ type }: Node): boolean {
  return type === "ForStatement" || type === "WhileStatement" || type === "DoWhileStatement";
}
