import type { Node } from "oxc-parser";
import { patternNames, walkNodes } from "../loader/declared-names.ts";
import type { Definition } from "./definition.ts";
import { type FunctionNode, isFunction, ownWords } from "./function-parts.ts";
import { type SeamEdit, seamName, wrapName } from "./seam-text.ts";

/**
 * The edits for a function that can be called again from within itself: one question at the start
 * of its body, which costs nothing while the answer is no. Undefined where that is not possible:
 * then its body has to become a function of its own.
 */
export function reentryEdits(
  definition: Definition,
  context: { readonly code: string; readonly prefix: string; readonly seam: number },
): SeamEdit[] | undefined {
  const { node } = definition;
  if (!isFunction(node) || !canReenter(node)) return undefined;
  const self = selfOf(definition, node, context);
  if (self === undefined || node.body === null) return undefined;
  const seam = seamName(context.prefix, context.seam);
  const wrap = wrapName(context.prefix);
  const names = node.params.map((parameter) => context.code.slice(parameter.start, parameter.end));
  const args = ownWords(node).usesArguments
    ? "[...arguments]"
    : `[${names.join(",")}].slice(0,arguments.length)`;
  const again = `${wrap}.again(${seam},this,${args},${self.text})`;
  const text = `if(${seam}.isOn&&${wrap}.enters(${seam}))return ${again};`;
  return [...self.edits, { at: node.body.start + 1, side: "close", text }];
}

// --- inside ---

interface Self {
  readonly text: string;
  readonly edits: readonly SeamEdit[];
}

function canReenter(node: FunctionNode): boolean {
  if (node.type === "ArrowFunctionExpression" || node.generator) return false;
  const { body } = node;
  if (body?.type !== "BlockStatement") return false;
  // Other parameters are computed before the question could be asked.
  const isPlain = node.params.every(
    (parameter) =>
      parameter.type === "Identifier" ||
      (parameter.type === "RestElement" && parameter.argument.type === "Identifier"),
  );
  const names = new Set(node.params.flatMap((parameter) => [...patternNames(parameter)]));
  for (const statement of body.body) {
    if (statement.type === "ExpressionStatement" && "directive" in statement) {
      if (typeof statement.directive === "string") return false;
    }
    if (statement.type !== "FunctionDeclaration") continue;
    if (statement.id !== null && names.has(statement.id.name)) return false;
  }
  const isNew = [...walkNodes(body)].some(({ type }) => type === "MetaProperty");
  return isPlain && !isNew && names.size === node.params.length;
}

/** How a function refers to itself, safe from what others assign. */
function selfOf(
  { holder, owner, path }: Definition,
  node: FunctionNode,
  { code, prefix, seam }: { readonly code: string; readonly prefix: string; readonly seam: number },
): Self | undefined {
  if (node.type === "FunctionDeclaration" && node.id !== null) {
    const { name } = node.id;
    return isBound(node, name) || isAssigned(code, name) ? undefined : { text: name, edits: [] };
  }
  if (holder.type !== "MethodDefinition" || owner === undefined) return undefined;
  const key = path.at(-1) ?? "";
  if (holder.key.type === "PrivateIdentifier") return { text: `this.${key}`, edits: [] };
  if (holder.computed || holder.key.type !== "Identifier" || owner.id === null) return undefined;
  if (isBound(node, owner.id.name)) return undefined;
  const field = `#${seamName(prefix, seam)}`;
  const original = holder.static ? `this.${key}` : `this.prototype.${key}`;
  const text = `static ${field}=${original};`;
  return {
    text: `${owner.id.name}.${field}`,
    edits: [{ at: owner.body.start + 1, side: "close", text }],
  };
}

/** Whether a name means something else somewhere in a function. */
function isBound(node: FunctionNode, name: string): boolean {
  for (const inner of walkNodes(node)) {
    if (inner !== node && bindsName(inner, name)) return true;
  }
  return node.params.some((parameter) => [...patternNames(parameter)].includes(name));
}

function bindsName(node: Node, name: string): boolean {
  switch (node.type) {
    case "VariableDeclarator":
      return [...patternNames(node.id)].includes(name);
    case "CatchClause":
      return [...patternNames(node.param)].includes(name);
    case "FunctionDeclaration":
    case "FunctionExpression":
    case "ClassDeclaration":
    case "ClassExpression":
      return node.id?.name === name;
    default:
      return false;
  }
}

/** Whether a name may be assigned to; read off the text, so rather too often than too rarely. */
function isAssigned(code: string, name: string): boolean {
  const word = name.replaceAll("$", String.raw`\$`);
  const operator = String.raw`[^\s\w(){}[\];:,.'"\x60!<>=]*=(?![=>])|\+\+|--`;
  const assigned = String.raw`(?<![\w$.])${word}\s*(?:${operator})`;
  return (
    new RegExp(assigned).test(code) || new RegExp(String.raw`(?:\+\+|--)\s*${word}\b`).test(code)
  );
}
