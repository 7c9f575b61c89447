import ts from "typescript6";
import type { CallExample } from "../../kernel/call-plan.ts";
import { type Encoded, encodeLiteral } from "../../kernel/literal.ts";
import { originalOf } from "./export-place.ts";
import type { ProjectProgram } from "./project-program.ts";
import { isProjectCode, moduleName } from "./project-program.ts";
import { staticValue } from "./static-value.ts";

/** Arguments that were written down for a function. */
export type ExampleFinder = (symbol: ts.Symbol) => readonly CallExample[];

/** Finds the calls of a program whose arguments are literals, by what they call. */
export function createExampleFinder(project: ProjectProgram): ExampleFinder {
  let known: Map<ts.Node, CallExample[]> | undefined;
  return (symbol) => {
    known ??= readExamples(project);
    return symbol.valueDeclaration === undefined ? [] : (known.get(symbol.valueDeclaration) ?? []);
  };
}

/** The arguments of a call, where each is a literal. */
export function literalArguments(
  node: ts.CallExpression | ts.NewExpression,
  checker: ts.TypeChecker | undefined,
): Encoded[] | undefined {
  const args: Encoded[] = [];
  for (const argument of node.arguments ?? []) {
    const found = staticValue(argument, checker);
    const encoded = found && encodeLiteral(found.value);
    if (encoded === undefined) return undefined;
    args.push(encoded);
  }
  return args;
}

// --- inside ---

const examplesCountMax = 32;

function readExamples(project: ProjectProgram): Map<ts.Node, CallExample[]> {
  const found = new Map<ts.Node, CallExample[]>();
  for (const file of project.program.getSourceFiles()) {
    if (!isProjectCode(file, project)) continue;
    const source = isTest(moduleName(project.projectRoot, file.fileName)) ? "test" : "call site";
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node) || ts.isNewExpression(node)) note(node, source, found, project);
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
  return found;
}

function isTest(module: string): boolean {
  return /(?:^|\/)(?:tests?|specs?|__tests__)\/|\.(?:test|spec)\.[cm]?[jt]sx?$/.test(module);
}

function note(
  node: ts.CallExpression | ts.NewExpression,
  source: CallExample["source"],
  found: Map<ts.Node, CallExample[]>,
  project: ProjectProgram,
): void {
  // Most calls have an argument that is no literal, which is cheaper to see than what they call.
  const args = literalArguments(node, project.checker);
  if (args === undefined) return;
  const callee = ts.isPropertyAccessExpression(node.expression)
    ? node.expression.name
    : node.expression;
  const symbol = project.checker.getSymbolAtLocation(callee);
  const called = symbol && originalOf(symbol, project.checker).valueDeclaration;
  if (called === undefined || !fits(node, project.checker) || isExpectedToFail(node)) return;
  const list = found.get(called) ?? [];
  found.set(called, list);
  const isNew = list.every((known) => JSON.stringify(known.args) !== JSON.stringify(args));
  if (isNew && list.length < examplesCountMax) list.push({ args, source });
}

/** Whether the arguments are of the declared types: tests also try what is not. */
function fits(node: ts.CallExpression | ts.NewExpression, checker: ts.TypeChecker): boolean {
  const signature = checker.getResolvedSignature(node);
  const params = signature?.getParameters() ?? [];
  const line = lineBefore(node);
  if (/@ts-(?:expect-error|ignore)/.test(line)) return false;
  return (node.arguments ?? []).every((argument, index) => {
    const param = params[index];
    if (param === undefined) return params.length > 0;
    const declared = param.valueDeclaration;
    if (declared !== undefined && ts.isParameter(declared) && declared.dotDotDotToken) return true;
    const wanted = checker.getTypeOfSymbolAtLocation(param, node);
    return checker.isTypeAssignableTo(checker.getTypeAtLocation(argument), wanted);
  });
}

function lineBefore(node: ts.Node): string {
  const source = node.getSourceFile();
  const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
  if (line === 0) return "";
  const starts = source.getLineStarts();
  return source.text.slice(starts[line - 1], starts[line]);
}

const expectsFailure = /^(?:toThrow\w*|throws\w*|rejects)$/;

/** `expect(() => parse("x")).toThrow()`: whoever wrote it knows that it fails. */
function isExpectedToFail(node: ts.Node): boolean {
  const failing = ts.findAncestor(node, (one) => {
    if (ts.isPropertyAccessExpression(one)) return expectsFailure.test(one.name.text);
    if (!ts.isCallExpression(one) || !ts.isPropertyAccessExpression(one.expression)) return false;
    return expectsFailure.test(one.expression.name.text);
  });
  return failing !== undefined;
}
