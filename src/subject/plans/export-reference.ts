import type TS from "typescript6";
import { ts } from "./compiler.ts";
import type { ExportReference } from "../../kernel/values/shape.ts";
import type { ProjectProgram } from "./project-program.ts";
import { moduleName } from "./project-program.ts";
import { runtimeFileOf } from "./runtime-file.ts";

/** Where a class, function or value can be imported from; undefined where it cannot. */
export function exportReferenceOf(
  symbol: TS.Symbol,
  project: ProjectProgram,
): ExportReference | undefined {
  const file = symbol.declarations?.[0]?.getSourceFile();
  if (file === undefined) return undefined;
  const owner = packageOf(file.fileName);
  const home = owner === undefined ? file : packageEntry(owner, project);
  const name = home && exportedName(symbol, home, project);
  if (name === undefined || home === undefined) return undefined;
  if (owner !== undefined) return { module: owner, path: [name] };
  const runtime = runtimeFileOf(home.fileName);
  if (runtime === undefined) return undefined;
  return { module: moduleName(project.projectRoot, runtime), path: [name] };
}

/** The symbol behind imports and re-exports. */
export function originalOf(symbol: TS.Symbol, checker: TS.TypeChecker): TS.Symbol {
  return (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol);
}

/** The package that a file belongs to: `zod`, `@scope/name`. */
export function packageOf(file: string): string | undefined {
  const after = file.split("/node_modules/").at(-1);
  if (after === undefined || after === file) return undefined;
  const [first = "", second = ""] = after.split("/");
  return first.startsWith("@") ? `${first}/${second}` : first;
}

// --- inside ---

function exportedName(
  symbol: TS.Symbol,
  home: TS.SourceFile,
  { checker }: ProjectProgram,
): string | undefined {
  const module = checker.getSymbolAtLocation(home);
  if (module === undefined) return undefined;
  const found = checker
    .getExportsOfModule(module)
    .find((exported) => originalOf(exported, checker) === originalOf(symbol, checker));
  return found?.name;
}

function packageEntry(owner: string, project: ProjectProgram): TS.SourceFile | undefined {
  const importer = `${project.projectRoot.replaceAll("\\", "/")}/index.ts`;
  const found = ts.resolveModuleName(owner, importer, project.settings.options, ts.sys);
  const file = found.resolvedModule?.resolvedFileName;
  return file === undefined ? undefined : project.program.getSourceFile(file);
}
