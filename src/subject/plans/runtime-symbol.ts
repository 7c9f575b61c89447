import type TS from "typescript6";
import { ts } from "./compiler.ts";
import { originalOf } from "./export-reference.ts";

/** The symbol with the code that a module exports under a path of names. */
export function runtimeSymbol(
  module: TS.Symbol,
  path: readonly string[],
  checker: TS.TypeChecker,
): TS.Symbol | undefined {
  const [first, ...rest] = path;
  const exported = checker.getExportsOfModule(module).find(({ name }) => name === first);
  const whole = module.exports?.get(ts.InternalSymbolName.ExportEquals);
  const root = exported ?? (first === "default" ? whole : undefined);
  let symbol = root && originalOf(root, checker);
  for (const name of rest) symbol = symbol && memberOf(symbol, name, checker);
  return symbol;
}

// --- inside ---

function memberOf(symbol: TS.Symbol, name: string, checker: TS.TypeChecker): TS.Symbol | undefined {
  const key = ts.escapeLeadingUnderscores(name);
  return (
    symbol.members?.get(key) ??
    symbol.exports?.get(key) ??
    checker.getTypeOfSymbol(symbol).getProperty(name)
  );
}
