import ts from "typescript6";
import { originalOf } from "./export-place.ts";

/** The symbol with the code that a module exports under a path of names. */
export function runtimeSymbol(
  module: ts.Symbol,
  path: readonly string[],
  checker: ts.TypeChecker,
): ts.Symbol | undefined {
  const [first, ...rest] = path;
  const exported = checker.getExportsOfModule(module).find(({ name }) => name === first);
  const whole = module.exports?.get(ts.InternalSymbolName.ExportEquals);
  const root = exported ?? (first === "default" ? whole : undefined);
  let symbol = root && originalOf(root, checker);
  for (const name of rest) symbol = symbol && memberOf(symbol, name, checker);
  return symbol;
}

// --- inside ---

function memberOf(symbol: ts.Symbol, name: string, checker: ts.TypeChecker): ts.Symbol | undefined {
  const key = ts.escapeLeadingUnderscores(name);
  return (
    symbol.members?.get(key) ??
    symbol.exports?.get(key) ??
    checker.getTypeOfSymbol(symbol).getProperty(name)
  );
}
