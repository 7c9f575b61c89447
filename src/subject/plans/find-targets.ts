import type TS from "typescript6";
import { ts } from "./compiler.ts";
import { originalOf } from "./export-reference.ts";

/** One export of a file that can be called, or that holds what can be. */
export type Callable =
  | ({ readonly kind: "function"; readonly name: string; readonly path: readonly string[] } & Found)
  | ({ readonly kind: "member"; readonly name: string; readonly path: readonly string[] } & Found)
  | ({ readonly kind: "class"; readonly name: string; readonly path: readonly string[] } & Found);

interface Found {
  readonly symbol: TS.Symbol;
}

/** What the exports of a module make callable, each thing once. */
export function findCallables(
  module: TS.Symbol,
  checker: TS.TypeChecker,
  includePrivate: boolean,
): Callable[] {
  const seen = new Set<TS.Symbol>();
  const found: Callable[] = [];
  // `export =` and `module.exports =` stand beside the names that they may have as well.
  const whole = module.exports?.get(ts.InternalSymbolName.ExportEquals);
  const named = checker.getExportsOfModule(module);
  const all = whole === undefined ? named : [...named, whole];
  // A name is better to read than `default`, where something has both.
  const ordered = [...all.filter(({ name }) => !isDefault(name)), ...all.filter(isDefaultSymbol)];
  for (const exported of ordered) {
    const symbol = originalOf(exported, checker);
    if (seen.has(symbol)) continue;
    seen.add(symbol);
    const name = isDefault(exported.name) ? defaultName(symbol) : exported.name;
    if (name.startsWith("_") && !includePrivate) continue;
    const path = [exported.name === "export=" ? "default" : exported.name];
    found.push(...callablesOf({ symbol, name, path }, checker, includePrivate));
  }
  return found;
}

// --- inside ---

interface Named extends Found {
  readonly name: string;
  readonly path: readonly string[];
}

function isDefault(name: string): boolean {
  return name === "default" || name === "export=";
}

function isDefaultSymbol({ name }: TS.Symbol): boolean {
  return isDefault(name);
}

function defaultName(symbol: TS.Symbol): string {
  const declared = symbol.valueDeclaration;
  const isNamed =
    declared !== undefined &&
    (ts.isFunctionDeclaration(declared) || ts.isClassDeclaration(declared)) &&
    declared.name !== undefined;
  if (isNamed) return declared.name.text;
  return /^[\w$]+$/.test(symbol.name) && !symbol.name.startsWith("__") && symbol.name !== "export="
    ? symbol.name
    : "default";
}

function callablesOf(named: Named, checker: TS.TypeChecker, includePrivate: boolean): Callable[] {
  const { symbol } = named;
  if ((symbol.flags & valueFlags) === 0) return [];
  if ((symbol.flags & ts.SymbolFlags.Class) !== 0) return [{ kind: "class", ...named }];
  const type = checker.getTypeOfSymbol(symbol);
  if (isClassExpression(symbol)) return [{ kind: "class", ...named }];
  if (type.getCallSignatures().length > 0) return [{ kind: "function", ...named }];
  if (!isNamespaceLike(symbol)) return [];
  return checker.getPropertiesOfType(type).flatMap((member): Callable[] => {
    const original = originalOf(member, checker);
    if (member.name.startsWith("_") && !includePrivate) return [];
    if (!/^[\w$]+$/.test(member.name) || isClassLike(original)) return [];
    if (checker.getTypeOfSymbol(original).getCallSignatures().length === 0) return [];
    const path = [...named.path, member.name];
    return [{ kind: "member", symbol: original, name: `${named.name}.${member.name}`, path }];
  });
}

const valueFlags = ts.SymbolFlags.Value;

function isClassLike(symbol: TS.Symbol): boolean {
  return (symbol.flags & ts.SymbolFlags.Class) !== 0;
}

function isClassExpression({ valueDeclaration: declared }: TS.Symbol): boolean {
  if (declared === undefined || !ts.isVariableDeclaration(declared)) return false;
  return declared.initializer !== undefined && ts.isClassExpression(bare(declared.initializer));
}

/** An object of functions that was written down as one, or `namespace`, or `export * as`. */
function isNamespaceLike(symbol: TS.Symbol): boolean {
  if ((symbol.flags & ts.SymbolFlags.ValueModule) !== 0) return true;
  const declared = symbol.valueDeclaration ?? symbol.declarations?.[0];
  if (declared === undefined) return false;
  const value = ts.isVariableDeclaration(declared)
    ? declared.initializer
    : ts.isExportAssignment(declared)
      ? declared.expression
      : ts.isBinaryExpression(declared)
        ? declared.right
        : undefined;
  return value !== undefined && ts.isObjectLiteralExpression(bare(value));
}

/** An expression without what only the type checker sees. */
function bare(node: TS.Expression): TS.Expression {
  const isWrapped =
    ts.isAsExpression(node) || ts.isSatisfiesExpression(node) || ts.isParenthesizedExpression(node);
  return isWrapped ? bare(node.expression) : node;
}
