import { patternNames } from "../loader/declared-names.ts";
import { isIdentifierName } from "../loader/emit.ts";
import type { Definition } from "./definition.ts";
import { type FunctionNode, isFunction, ownWords, partsOf } from "./function-parts.ts";
import { reentryEdits } from "./reentry-edits.ts";
import { type SeamEdit, seamName, wrapName } from "./seam-text.ts";

/** The code that a definition stands in. */
export interface DefinitionContext {
  readonly code: string;
  readonly prefix: string;
  /** The number of its seam. */
  readonly seam: number;
}

/**
 * The edits that send every call of a definition through its seam. The definition stays where it is
 * and keeps its name and length. Where it cannot simply be entered again (see reentry-edits.ts),
 * what it was becomes a function inside, so that `this`, `super`, private names and `arguments`
 * still mean the same. An async function becomes a plain one that
 * returns the inner one's promise, so that an idle seam takes no turn of its own.
 */
export function definitionEdits(definition: Definition, context: DefinitionContext): SeamEdit[] {
  const { node } = definition;
  if (!isFunction(node)) return valueEdits(definition, context);
  const reentry = reentryEdits(definition, context);
  if (reentry !== undefined) return reentry;
  return node.type === "ArrowFunctionExpression"
    ? arrowEdits(node, definition, context)
    : functionEdits(node, definition, context);
}

/** Whether a dispatcher can be compiled into a definition. */
export function canCompile({ node }: Definition): boolean {
  // The body of a generator cannot be an arrow, and only an arrow has the `super` around it.
  return !isFunction(node) || !node.generator || !ownWords(node).usesSuper;
}

// --- inside ---

function valueEdits({ node, isDefault }: Definition, context: DefinitionContext): SeamEdit[] {
  const seam = seamName(context.prefix, context.seam);
  return [
    { at: node.start, side: "open", text: `${wrapName(context.prefix)}(${seam},` },
    { at: node.end, side: isDefault ? "close" : "last", text: ")" },
  ];
}

function arrowEdits(
  node: FunctionNode,
  definition: Definition,
  context: DefinitionContext,
): SeamEdit[] {
  const { names, outer } = parametersOf(node, context.prefix);
  const hasRest = node.params.at(-1)?.type === "RestElement";
  const rest = `...${context.prefix}x`;
  const taken = hasRest ? outer : [...outer, rest];
  const given = hasRest ? names : [...names, rest];
  const inner = innerName(node, definition, context);
  const seam = seamName(context.prefix, context.seam);
  const call = struckCall(node, `${seam}.call(this,[${given.join(",")}],${inner})`);
  return [
    { at: node.start, side: "open", text: `(${taken.join(",")})=>{const ${inner}=` },
    {
      at: node.end,
      side: "close",
      text: `;return ${seam}.isOn?${call}:${inner}(${names.join(",")})}`,
    },
  ];
}

function functionEdits(
  node: FunctionNode,
  definition: Definition,
  context: DefinitionContext,
): SeamEdit[] {
  const parts = partsOf(node, definition.holder, context.code);
  const { usesArguments, usesSuper } = ownWords(node);
  const isGenerator = node.generator;
  const isArrow = !isGenerator && !hasTwins(node) && (!usesArguments || usesSuper);
  const { names, outer } = parametersOf(node, context.prefix);
  const inner = innerName(node, definition, context);
  const seam = seamName(context.prefix, context.seam);
  const strict = isStrict(node) ? '"use strict";' : "";
  const async = node.async ? "async " : "";
  const keyword = isArrow ? "" : `function${isGenerator ? "*" : ""}`;
  // With `arguments` read for its length only, V8 need not make the object.
  const args = usesArguments ? "[...arguments]" : `[${names.join(",")}].slice(0,arguments.length)`;
  const rest = `${context.prefix}x`;
  const proceed = isArrow ? inner : `(...${rest})=>${inner}.apply(this,${rest})`;
  const call = struckCall(node, `${seam}.call(this,${args},${proceed})`);
  const idle = isArrow
    ? `${inner}(${names.join(",")})`
    : usesArguments
      ? `${inner}.apply(this,arguments)`
      : `${inner}.call(${["this", ...names].join(",")})`;
  const head = `(${outer.join(",")}){${strict}const ${inner}=${async}${keyword}`;
  return [
    ...parts.marks.map(({ start, end }) => ({ side: "replace" as const, text: "", start, end })),
    { at: parts.paramsStart, side: "open", text: head },
    { at: parts.paramsEnd, side: "close", text: isArrow ? " =>" : "" },
    {
      at: node.end,
      side: "close",
      text: `;return ${seam}.isOn?${call}:${idle}}`,
    },
  ];
}

/** An async function never throws, and always gives a promise, whatever a fault does. */
function struckCall({ async, generator }: FunctionNode, call: string): string {
  return async && !generator ? `(async()=>${call})()` : call;
}

/** Parameters that give a function its old length, and how they are passed on. */
function parametersOf(node: FunctionNode, prefix: string): { names: string[]; outer: string[] } {
  const names: string[] = [];
  const outer: string[] = [];
  node.params.forEach((parameter, index) => {
    const name = `${prefix}p${String(index)}`;
    const isRest = parameter.type === "RestElement";
    names.push(isRest ? `...${name}` : name);
    const isOptional = parameter.type === "AssignmentPattern";
    outer.push(isRest ? `...${name}` : isOptional ? `${name}=void 0` : name);
  });
  return { names, outer };
}

/** Old code may give two parameters one name; an arrow may not. */
function hasTwins({ params }: FunctionNode): boolean {
  const names = params.flatMap((parameter) => [...patternNames(parameter)]);
  return new Set(names).size < names.length;
}

function isStrict(node: FunctionNode): boolean {
  const [first] = node.body?.type === "BlockStatement" ? node.body.body : [];
  return first?.type === "ExpressionStatement" && first.directive === "use strict";
}

/**
 * The inner function shows in stacks, so it has the name of the definition wherever nothing in it
 * could mean something else by that name.
 */
function innerName(
  node: FunctionNode,
  { path }: Definition,
  { code, prefix }: DefinitionContext,
): string {
  const name = (path.at(-1) ?? "").replace(/^#/, "");
  if (!isIdentifierName(name)) return `${prefix}body`;
  const text = code.slice(node.params[0]?.start ?? node.body?.start ?? node.start, node.end);
  const isTaken = reserved.has(name) || text.includes(name);
  return isTaken ? `${prefix}b_${name}` : name;
}

const reserved: ReadonlySet<string> = new Set(
  (
    "arguments await break case catch class const continue debugger default delete do else enum " +
    "eval export extends false finally for function if implements import in instanceof interface " +
    "let new null package private protected public return static super switch this throw true " +
    "try typeof undefined var void while with yield"
  ).split(" "),
);
