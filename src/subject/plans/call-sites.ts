import type TS from "typescript6";
import { ts } from "./compiler.ts";
import { encodeLiteral } from "../../kernel/values/literal.ts";
import type { Shape } from "../../kernel/values/shape.ts";
import { originalOf } from "./export-reference.ts";
import { isTestFile, namedCalls, type WrittenCall } from "./named-calls.ts";
import { calleeName } from "./outside-calls.ts";
import type { ProjectProgram } from "./project-program.ts";
import { moduleName } from "./project-program.ts";
import type { PublicNames } from "./public-names.ts";
import { weak } from "./shape-reader.ts";
import { staticValue } from "./static-value.ts";

/** What the project gives a function that its package keeps to itself; undefined for others. */
export type CallSiteReader = (
  symbol: TS.Symbol,
  paramsCount: number,
) => readonly (readonly Shape[])[] | undefined;

/** Reads the calls of functions that nobody outside of the package can call. */
export function createCallSiteReader(
  project: ProjectProgram,
  publicNames: PublicNames,
): CallSiteReader {
  return (symbol, paramsCount) => {
    const called = symbol.valueDeclaration;
    if (called === undefined || isPublicFunction(called, publicNames) !== false) return undefined;
    const sites = namedCalls(project)(symbol.name)
      .filter((node) => isCallOf(node, called, project))
      .slice(0, sitesCountMax)
      .map((node) => givenBy(node, paramsCount, { project, publicNames }));
    return sites.length === 0 ? undefined : sites;
  };
}

// --- inside ---

const sitesCountMax = 16;
const anything: Shape = weak("a caller of the package chooses it");
/** What is computed on the way may be anything or next to nothing. */
const untold: Shape = { kind: "never" };

/** Whether others can import a function under one of the names that its file exports it by. */
function isPublicFunction(declared: TS.Node, { isPublic }: PublicNames): boolean | undefined {
  const file = declared.getSourceFile();
  if (isPublic(file.fileName, "") === undefined) return undefined;
  return exportedAs(declared, file).some((name) => isPublic(file.fileName, name) === true);
}

function exportedAs(declared: TS.Node, file: TS.SourceFile): readonly string[] {
  const { name: given } = declared as TS.NamedDeclaration;
  const own = given !== undefined && ts.isIdentifier(given) ? given.text : "default";
  const names = [own];
  for (const statement of file.statements) {
    const isDefault = ts.isExportAssignment(statement) && statement.expression.getText() === own;
    const isOwnDefault =
      statement === declared &&
      (ts.getCombinedModifierFlags(declared as TS.Declaration) & ts.ModifierFlags.Default) !== 0;
    if (isDefault || isOwnDefault) names.push("default");
    const clause = ts.isExportDeclaration(statement) ? statement.exportClause : undefined;
    if (clause === undefined || !ts.isNamedExports(clause)) continue;
    for (const { name, propertyName } of clause.elements) {
      if (propertyName?.text === own) names.push(name.text);
    }
  }
  return names;
}

function isCallOf(
  node: WrittenCall,
  called: TS.Node,
  { checker, projectRoot }: ProjectProgram,
): boolean {
  const module = moduleName(projectRoot, node.getSourceFile().fileName);
  if (isTestFile(module)) return false;
  const symbol = checker.getSymbolAtLocation(calleeName(node.expression));
  return symbol !== undefined && originalOf(symbol, checker).valueDeclaration === called;
}

interface Known {
  readonly project: ProjectProgram;
  readonly publicNames: PublicNames;
}

function givenBy(node: WrittenCall, paramsCount: number, known: Known): readonly Shape[] {
  const given = node.arguments ?? [];
  if (given.some((argument) => ts.isSpreadElement(argument))) {
    return Array.from({ length: paramsCount }, () => untold);
  }
  return Array.from({ length: paramsCount }, (_, at): Shape => {
    const argument = given[at];
    return argument === undefined ? { kind: "undefined" } : argumentShape(argument, node, known);
  });
}

function argumentShape(argument: TS.Expression, node: WrittenCall, known: Known): Shape {
  const found = staticValue(argument, known.project.checker);
  const value = found && encodeLiteral(found.value);
  if (value !== undefined) return { kind: "literal", value };
  return isPassedThrough(argument, node, known) ? anything : untold;
}

/** Whether an argument is what a caller of the package gave, unseen and unchanged. */
function isPassedThrough(argument: TS.Expression, node: WrittenCall, known: Known): boolean {
  if (!ts.isIdentifier(argument)) return false;
  const { checker } = known.project;
  const declared = checker.getSymbolAtLocation(argument)?.valueDeclaration;
  if (declared === undefined || !ts.isParameter(declared)) return false;
  const holder = declared.parent;
  const owner = ts.isFunctionDeclaration(holder) ? holder : holder.parent;
  if (isPublicFunction(owner, known.publicNames) !== true) return false;
  const isSeen = (one: TS.Node): boolean => {
    if (one.pos >= node.pos) return false;
    if (decides(one) && mentions(one, argument.text)) return true;
    return ts.forEachChild(one, isSeen) === true;
  };
  return ts.forEachChild(holder, isSeen) !== true;
}

/** Whether what follows depends on what is written here. */
function decides(node: TS.Node): boolean {
  if (ts.isIfStatement(node) || ts.isSwitchStatement(node)) return true;
  if (ts.isConditionalExpression(node) || ts.isIterationStatement(node, false)) return true;
  if (!ts.isBinaryExpression(node)) return false;
  const { kind } = node.operatorToken;
  return (
    kind === ts.SyntaxKind.AmpersandAmpersandToken ||
    kind === ts.SyntaxKind.BarBarToken ||
    kind === ts.SyntaxKind.QuestionQuestionToken ||
    (kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment)
  );
}

function mentions(node: TS.Node, name: string): boolean {
  if (ts.isIdentifier(node)) return node.text === name;
  return ts.forEachChild(node, (inner) => mentions(inner, name)) === true;
}
