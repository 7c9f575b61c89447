import { parseSync } from "oxc-parser";
import type { SourceMap } from "oxc-transform";
import type TypeScript from "typescript6";
import { loadTypeScript } from "./carried-typescript.ts";
import type { Language, SourceFile, Stripped } from "./source-file.ts";

/** Whether a file uses standard decorators or `accessor` fields, which oxc leaves as they are. */
export function hasStandardDecorators(input: SourceFile, lang: Language): boolean {
  if (input.options.decorator?.legacy === true) return false;
  // Most files have neither character sequence; only the others are worth parsing.
  if (!/@[\w$(]|\baccessor\b/.test(input.source)) return false;
  const { sourceType } = input;
  const { program } = parseSync(input.file, input.source, { lang, sourceType });
  return holdsDecorator(program);
}

/**
 * Lowers standard decorators with the carried TypeScript, which is loaded only for files that need
 * it.
 */
export function lowerDecorators(input: SourceFile): Stripped {
  return transpile(input, (ts) => ({
    module: ts.ModuleKind.ESNext,
    verbatimModuleSyntax: input.options.typescript?.onlyRemoveTypeImports === true,
  }));
}

/** Makes CommonJS of a file that ends in `export =`, as the project's own compiler does. */
export function toCommonJs(input: SourceFile): Stripped {
  const decorator = input.options.decorator;
  return transpile(input, (ts) => ({
    module: ts.ModuleKind.CommonJS,
    esModuleInterop: input.interop?.hasDefaults === true,
    experimentalDecorators: decorator?.legacy === true,
    emitDecoratorMetadata: decorator?.emitDecoratorMetadata === true,
  }));
}

// --- inside ---

function transpile(
  input: SourceFile,
  optionsOf: (ts: typeof TypeScript) => TypeScript.CompilerOptions,
): Stripped {
  const ts = loadTypeScript();
  const { jsx } = input.options;
  const importSource = typeof jsx === "object" ? jsx.importSource : undefined;
  const { outputText, sourceMapText } = ts.transpileModule(input.source, {
    fileName: input.file,
    compilerOptions: {
      target: ts.ScriptTarget.ES2022,
      jsx: ts.JsxEmit.ReactJSX,
      ...(importSource === undefined ? {} : { jsxImportSource: importSource }),
      ...optionsOf(ts),
      sourceMap: true,
    },
  });
  const code = outputText.replace(/\n\/\/# sourceMappingURL=.*\s*$/u, "\n");
  return { code, map: JSON.parse(sourceMapText ?? "{}") as SourceMap };
}

function holdsDecorator(node: unknown): boolean {
  if (Array.isArray(node)) return node.some(holdsDecorator);
  if (typeof node !== "object" || node === null) return false;
  const type = "type" in node ? node.type : undefined;
  if (type === "Decorator" || type === "AccessorProperty") return true;
  return Object.values(node).some(holdsDecorator);
}
