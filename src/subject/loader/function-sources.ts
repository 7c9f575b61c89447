import type MagicString from "magic-string";
import { type Node, parseSync } from "oxc-parser";
import { walkNodes } from "./declared-names.ts";
import { emitted, type Unit } from "./unit.ts";

/** Finds what the user wrote behind the text of a function as it was compiled. */
export class FunctionSources {
  readonly #units = new Map<string, Unit>();
  readonly #texts = new WeakMap<Unit, ReadonlyMap<string, string>>();

  /** Makes a file known; the latest one of a name wins. */
  add(unit: Unit): void {
    this.#units.set(unit.plan.id, unit);
  }

  /** The type-free text, or undefined where no file has such a function. */
  written(compiled: string): string | undefined {
    for (const unit of this.#units.values()) {
      const { analysis } = unit.plan;
      if (analysis.format === "json" || !compiled.includes(analysis.prefix)) continue;
      const texts = this.#texts.get(unit) ?? textsOf(unit);
      this.#texts.set(unit, texts);
      const found = texts.get(compiled);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

// --- inside ---

/** What each function of a file was compiled to, with what it was written as. */
function textsOf({ plan, link }: Unit): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  const { analysis } = plan;
  const text = emitted(plan, link);
  if (analysis.format === "json" || text === undefined) return texts;
  const { code, format } = analysis;
  const { program } = parseSync(format === "esm" ? "module.js" : "module.cjs", code, {
    sourceType: format === "esm" ? "module" : "commonjs",
  });
  for (const node of walkNodes(program)) {
    const start = startOf(node, code);
    if (start === undefined) continue;
    const compiled = sliceOf(text, start, node.end);
    if (compiled !== undefined) texts.set(compiled, code.slice(start, node.end));
  }
  return texts;
}

/** Where the text of a function or class begins, as the engine would give it. */
function startOf(node: Node, code: string): number | undefined {
  switch (node.type) {
    case "FunctionDeclaration":
    case "FunctionExpression":
    case "ArrowFunctionExpression":
    case "ClassDeclaration":
    case "ClassExpression":
      return node.start;
    case "MethodDefinition":
      // A method is told with its name, but without the word that makes it one of the class.
      return node.static ? afterStatic(code, node.start) : node.start;
    case "Property":
      return node.method || node.kind !== "init" ? node.start : undefined;
    default:
      return undefined;
  }
}

function afterStatic(code: string, start: number): number {
  const word = /static\s+/uy;
  word.lastIndex = start;
  return start + (word.exec(code)?.[0].length ?? 0);
}

/** What became of a part of the text; undefined where its ends were changed themselves. */
function sliceOf(text: MagicString, start: number, end: number): string | undefined {
  try {
    return text.slice(start, end);
  } catch {
    return undefined;
  }
}
