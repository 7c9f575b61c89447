import type TS from "typescript6";
import { ts } from "./compiler.ts";
import type { CallExample } from "../../kernel/subject/call-plan.ts";
import { type Encoded, encodeLiteral } from "../../kernel/values/literal.ts";
import { originalOf } from "./export-reference.ts";
import { isTestFile, namedCalls, type WrittenCall } from "./named-calls.ts";
import { calleeName } from "./outside-calls.ts";
import type { ProjectProgram } from "./project-program.ts";
import { moduleName } from "./project-program.ts";
import { staticValue } from "./static-value.ts";

/** Arguments that were written down for a function. */
export type ExampleFinder = (symbol: TS.Symbol) => readonly CallExample[];

/** Finds the calls of a function in a program whose arguments are literals. */
export function createExampleFinder(project: ProjectProgram): ExampleFinder {
  return (symbol) => {
    const called = symbol.valueDeclaration;
    if (called === undefined) return [];
    const found: CallExample[] = [];
    for (const node of namedCalls(project)(symbol.name)) {
      const example = exampleOf(node, called, project);
      const isNew =
        example !== undefined &&
        found.every(({ args }) => JSON.stringify(args) !== JSON.stringify(example.args));
      if (isNew) found.push(example);
      if (found.length >= examplesCountMax) break;
    }
    return found;
  };
}

/** The arguments of a call, where each is a literal. */
export function literalArguments(
  node: TS.CallExpression | TS.NewExpression,
  checker: TS.TypeChecker | undefined,
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

function exampleOf(
  node: WrittenCall,
  called: TS.Node,
  { checker, projectRoot }: ProjectProgram,
): CallExample | undefined {
  const args = literalArguments(node, checker);
  if (args === undefined) return undefined;
  const symbol = checker.getSymbolAtLocation(calleeName(node.expression));
  if (symbol === undefined || originalOf(symbol, checker).valueDeclaration !== called) {
    return undefined;
  }
  if (!fits(node, checker) || isExpectedToFail(node)) return undefined;
  const module = moduleName(projectRoot, node.getSourceFile().fileName);
  return { args, source: isTestFile(module) ? "test" : "call site" };
}

/** Whether the arguments are of the declared types: tests also try what is not. */
function fits(node: WrittenCall, checker: TS.TypeChecker): boolean {
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

function lineBefore(node: TS.Node): string {
  const source = node.getSourceFile();
  const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
  if (line === 0) return "";
  const starts = source.getLineStarts();
  return source.text.slice(starts[line - 1], starts[line]);
}

const expectsFailure = /^(?:toThrow\w*|throws\w*|rejects)$/;

/** `expect(() => parse("x")).toThrow()`: whoever wrote it knows that it fails. */
function isExpectedToFail(node: TS.Node): boolean {
  const failing = ts.findAncestor(node, (one) => {
    if (ts.isPropertyAccessExpression(one)) return expectsFailure.test(one.name.text);
    if (!ts.isCallExpression(one) || !ts.isPropertyAccessExpression(one.expression)) return false;
    return expectsFailure.test(one.expression.name.text);
  });
  return failing !== undefined;
}
