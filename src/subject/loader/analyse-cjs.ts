import { parseSync } from "oxc-parser";
import type { CjsAnalysis, Edit, ModuleRequest } from "./analysis.ts";
import { unusedPrefix } from "./analyse-esm.ts";
import { findCjsNames, requiredSpecifier } from "./cjs-names.ts";
import { walkNodes } from "./declared-names.ts";
import { dynamicRequest } from "./module-facts.ts";
import type { SourceFile } from "./source-file.ts";
import { strip, syntaxError } from "./strip.ts";

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
  const { names, reexports } = findCjsNames(program, code);
  const requires = new Set<string>();
  const dynamic: ModuleRequest[] = [];
  const edits: Edit[] = [];
  if (program.hashbang !== null) {
    edits.push({ start: program.hashbang.start, end: program.hashbang.end, text: "" });
  }
  for (const node of walkNodes(program)) {
    const required = requiredSpecifier(node);
    if (required !== undefined) requires.add(required);
    const request = dynamicRequest(node);
    if (request !== undefined) dynamic.push(request);
    if (node.type !== "ImportExpression") continue;
    const end = node.start + "import".length;
    edits.push({ start: node.start, end, text: `${prefix}m.import` });
  }
  return {
    format: "cjs",
    code,
    prefix,
    edits,
    names: [...names],
    reexports: [...reexports],
    requires: [...requires],
    dynamic,
    interop: input.interop,
  };
}
