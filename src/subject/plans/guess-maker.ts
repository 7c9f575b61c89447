import { existsSync } from "node:fs";
import path from "node:path";
import type TS from "typescript6";
import { ts } from "./compiler.ts";
import { originalOf } from "./export-reference.ts";
import { namedCalls } from "./named-calls.ts";
import { calleeName } from "./outside-calls.ts";
import type { ProjectProgram } from "./project-program.ts";
import { isProjectCode, moduleName } from "./project-program.ts";

/** A function of the project, its tests included, that gives a value of a class: `file#export`. */
export function guessFactory(symbol: TS.Symbol, project: ProjectProgram): string | undefined {
  const { checker, program } = project;
  for (const file of program.getSourceFiles()) {
    if (!isProjectCode(file, project) || !file.text.includes(symbol.name)) continue;
    const module = checker.getSymbolAtLocation(file);
    for (const exported of module?.exports?.values() ?? []) {
      if (!gives(exported, symbol, checker)) continue;
      return `${moduleName(project.projectRoot, file.fileName)}#${exported.name}`;
    }
  }
  return undefined;
}

/** What calls of a function in the project give for a parameter, where a file exports it. */
export function guessFixture(
  called: TS.Symbol,
  at: number,
  project: ProjectProgram,
): string | undefined {
  const { checker } = project;
  for (const node of namedCalls(project)(called.name)) {
    const argument = node.arguments?.[at];
    if (argument === undefined) continue;
    const symbol = checker.getSymbolAtLocation(calleeName(node.expression));
    const original = symbol && originalOf(symbol, checker);
    if (original?.valueDeclaration !== called.valueDeclaration) continue;
    const place = exportedValue(argument, project);
    if (place !== undefined) return place;
  }
  return undefined;
}

// --- inside ---

/** Whether an export, called with nothing, gives a value of the class. */
function gives(exported: TS.Symbol, wanted: TS.Symbol, checker: TS.TypeChecker): boolean {
  const declared = exported.valueDeclaration;
  if (declared === undefined || ts.isClassLike(declared)) return false;
  const signatures = checker.getTypeOfSymbol(exported).getCallSignatures();
  return signatures.some((signature) => {
    if (signature.getParameters().some((param) => !isOptional(param, checker))) return false;
    const given = checker.getReturnTypeOfSignature(signature);
    return (checker.getAwaitedType(given) ?? given).symbol === wanted;
  });
}

function isOptional({ valueDeclaration: declared }: TS.Symbol, checker: TS.TypeChecker): boolean {
  if (declared === undefined || !ts.isParameter(declared)) return false;
  return declared.dotDotDotToken !== undefined || checker.isOptionalParameter(declared);
}

/** `makeSocket()` by the function that makes it, `socket` by the value or by what made it. */
function exportedValue(argument: TS.Expression, project: ProjectProgram): string | undefined {
  if (ts.isAwaitExpression(argument)) return exportedValue(argument.expression, project);
  const isMade = ts.isCallExpression(argument) && argument.arguments.length === 0;
  const name = isMade ? argument.expression : argument;
  if (!ts.isIdentifier(name)) return undefined;
  const found = project.checker.getSymbolAtLocation(name);
  const symbol = found && originalOf(found, project.checker);
  const declared = symbol?.valueDeclaration;
  // What a test imports from its own support need not be in the program.
  if (symbol === undefined || declared === undefined) {
    return isMade && found !== undefined ? importedPlace(found, project) : undefined;
  }
  const isValue = ts.isVariableDeclaration(declared) && !isMade;
  const place = exportedPlace(declared, symbol, project);
  if (place === undefined) {
    const made = isValue ? declared.initializer : undefined;
    return made === undefined ? undefined : exportedValue(made, project);
  }
  const isFunction = project.checker.getTypeOfSymbol(symbol).getCallSignatures().length > 0;
  // A function that is given as it is would be called, for what it gives.
  return isMade === isFunction && (isMade || isValue) ? place : undefined;
}

function exportedPlace(
  declared: TS.Node,
  symbol: TS.Symbol,
  project: ProjectProgram,
): string | undefined {
  const file = declared.getSourceFile();
  if (!isProjectCode(file, project)) return undefined;
  const module = project.checker.getSymbolAtLocation(file);
  const exported = [...(module?.exports?.values() ?? [])].find(
    (one) => originalOf(one, project.checker) === symbol,
  );
  if (exported === undefined) return undefined;
  return `${moduleName(project.projectRoot, file.fileName)}#${exported.name}`;
}

/** Where an import leads, by its text alone. */
function importedPlace(symbol: TS.Symbol, { projectRoot }: ProjectProgram): string | undefined {
  const declared = symbol.declarations?.find(ts.isImportSpecifier);
  const statement = declared && ts.findAncestor(declared, ts.isImportDeclaration);
  if (declared === undefined || statement === undefined) return undefined;
  const { moduleSpecifier } = statement;
  if (!ts.isStringLiteral(moduleSpecifier) || !moduleSpecifier.text.startsWith(".")) {
    return undefined;
  }
  const folder = path.dirname(declared.getSourceFile().fileName);
  const file = path.resolve(folder, moduleSpecifier.text);
  const stem = file.replace(/\.[cm]?js$/, "");
  const found = [file, ...[".ts", ".mts", ".tsx", ".js", ".mjs"].map((end) => stem + end)].find(
    (one) => /\.[cm]?[jt]sx?$/.test(one) && existsSync(one),
  );
  if (found === undefined) return undefined;
  return `${moduleName(projectRoot, found)}#${(declared.propertyName ?? declared.name).text}`;
}
