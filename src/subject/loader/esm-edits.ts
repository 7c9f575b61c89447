import type { Node, Program } from "oxc-parser";
import type { Edit } from "./analysis.ts";
import { forAwaitEdits } from "./for-await.ts";
import type { NodePosition } from "./walk-events.ts";

/** The code under edit and the prefix of the names we add. */
export interface EditContext {
  readonly code: string;
  readonly prefix: string;
}

/** The edits that take module statements out, leaving only what a function body may contain. */
export function moduleStatementEdits(program: Program, context: EditContext): Edit[] {
  const edits: Edit[] = [];
  if (program.hashbang !== null) {
    edits.push({ start: program.hashbang.start, end: program.hashbang.end, text: "" });
  }
  for (const statement of program.body) {
    switch (statement.type) {
      case "ImportDeclaration":
      case "ExportAllDeclaration":
        edits.push(blank(statement, context.code));
        break;
      case "ExportNamedDeclaration":
        edits.push(
          statement.declaration === null
            ? blank(statement, context.code)
            : { start: statement.start, end: statement.declaration.start, text: "" },
        );
        break;
      case "ExportDefaultDeclaration":
        edits.push(...defaultExportEdits(statement, context));
        break;
      default:
    }
  }
  return edits;
}

/** The edits for one node that means something else in a function body than in a module. */
export function nodeEdits(node: Node, place: NodePosition, context: EditContext): Edit[] {
  const { prefix } = context;
  switch (node.type) {
    case "AwaitExpression":
      if (place.functionDepth > 0) return [];
      return [
        {
          start: node.start,
          end: node.start + "await".length,
          text: `${place.startsStatement ? ";" : ""}(yield(`,
        },
        { start: node.end, end: node.end, text: "))" },
      ];
    case "ForOfStatement":
      return node.await && place.functionDepth === 0 ? forAwaitEdits(node, place, context) : [];
    case "MetaProperty":
      return node.meta.name === "import"
        ? [{ start: node.start, end: node.end, text: `${prefix}m.meta` }]
        : [];
    case "ImportExpression":
      return [{ start: node.start, end: node.start + "import".length, text: `${prefix}m.import` }];
    case "Identifier":
      return node.name === "arguments" && place.thisOwner === undefined
        ? [argumentsEdit(node, place)]
        : [];
    default:
      return [];
  }
}

// --- inside ---

/** Takes a statement out but keeps its line breaks, so that lines after it keep their numbers. */
function blank(statement: Node, code: string): Edit {
  const { start, end } = statement;
  // The semicolon keeps the neighbours apart when the author wrote none.
  return { start, end, text: `;${code.slice(start, end).replace(/[^\n]+/g, "")}` };
}

function defaultExportEdits(
  statement: Extract<Node, { type: "ExportDefaultDeclaration" }>,
  { code, prefix }: EditContext,
): Edit[] {
  const { declaration } = statement;
  const name = `${prefix}default`;
  if (declaration.type === "FunctionDeclaration" || declaration.type === "ClassDeclaration") {
    if (declaration.id !== null) {
      return [{ start: statement.start, end: declaration.start, text: "" }];
    }
    if (declaration.type === "FunctionDeclaration") {
      const at = declaration.start + functionHeadLength(code.slice(declaration.start));
      return [
        { start: statement.start, end: declaration.start, text: "" },
        { start: at, end: at, text: ` ${name}` },
      ];
    }
  }
  // A property called `default` gives an anonymous function or class its proper name.
  return [
    {
      start: statement.start,
      end: declaration.start,
      text: `const ${name}={default:`,
    },
    {
      start: declaration.end,
      end: statement.end,
      text: `}.default;`,
    },
  ];
}

function functionHeadLength(text: string): number {
  const gap = String.raw`(?:\s|/\*[\s\S]*?\*/|//[^\n]*\n)*`;
  return new RegExp(`^(?:async\\b${gap})?function\\b(?:${gap}\\*)?`).exec(text)?.[0].length ?? 0;
}

/** In a module, `arguments` is no variable at all. */
function argumentsEdit(node: Node, place: NodePosition): Edit {
  const { parent } = place;
  if (parent?.type === "UnaryExpression" && parent.operator === "typeof") {
    return { start: node.start, end: node.end, text: "globalThis.arguments" };
  }
  const key = parent?.type === "Property" && parent.shorthand ? "arguments:" : "";
  return { start: node.start, end: node.end, text: `${key}(0,eval)("arguments")` };
}
