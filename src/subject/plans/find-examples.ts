import type TS from "typescript6";
import { ts } from "./compiler.ts";
import type { CallExample } from "../../kernel/call-plan.ts";
import { type Encoded, encodeLiteral } from "../../kernel/literal.ts";
import { originalOf } from "./export-place.ts";
import { calleeName } from "./outside-calls.ts";
import type { ProjectProgram } from "./project-program.ts";
import { isProjectCode, moduleName } from "./project-program.ts";
import { staticValue } from "./static-value.ts";

/** Arguments that were written down for a function. */
export type ExampleFinder = (symbol: TS.Symbol) => readonly CallExample[];

/** Finds the calls of a function in a program whose arguments are literals. */
export function createExampleFinder(project: ProjectProgram): ExampleFinder {
  let known: NamedCalls | undefined;
  return (symbol) => {
    known ??= readCalls(project);
    const called = symbol.valueDeclaration;
    if (called === undefined) return [];
    const found: CallExample[] = [];
    for (const node of known(symbol.name)) {
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

type Call = TS.CallExpression | TS.NewExpression;
/** The calls that may be of something with this name: asking the checker about all takes long. */
type NamedCalls = (name: string) => readonly Call[];

function readCalls(project: ProjectProgram): NamedCalls {
  const calls = new Map<string, Call[]>();
  const renamed = new Map<string, Set<string>>();
  for (const file of project.program.getSourceFiles()) {
    if (!isProjectCode(file, project)) continue;
    const visit = (node: TS.Node): void => {
      if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
        const name = calleeName(node.expression);
        if (ts.isMemberName(name)) addTo(calls, name.text, node);
      } else {
        noteRenaming(node, renamed);
      }
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
  return (name) => namesFor(name, renamed).flatMap((one) => calls.get(one) ?? []);
}

function addTo(calls: Map<string, Call[]>, name: string, node: Call): void {
  const list = calls.get(name);
  if (list === undefined) calls.set(name, [node]);
  else list.push(node);
}

/** `import { a as b }`, `export { a as b }` and `import b` call `a` by the name of `b`. */
function noteRenaming(node: TS.Node, renamed: Map<string, Set<string>>): void {
  const isSpecifier = ts.isImportSpecifier(node) || ts.isExportSpecifier(node);
  const from = isSpecifier ? node.propertyName?.text : "default";
  const to = isSpecifier || ts.isImportClause(node) ? node.name?.text : undefined;
  if (from === undefined || to === undefined) return;
  renamed.set(from, (renamed.get(from) ?? new Set()).add(to));
}

function namesFor(name: string, renamed: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const names = new Set([name, "default"]);
  // A set may grow while it is walked: a name that was renamed twice is found as well.
  for (const one of names) for (const other of renamed.get(one) ?? []) names.add(other);
  return [...names];
}

function isTest(module: string): boolean {
  return /(?:^|\/)(?:tests?|specs?|__tests__)\/|\.(?:test|spec)\.[cm]?[jt]sx?$/.test(module);
}

function exampleOf(
  node: Call,
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
  return { args, source: isTest(module) ? "test" : "call site" };
}

/** Whether the arguments are of the declared types: tests also try what is not. */
function fits(node: Call, checker: TS.TypeChecker): boolean {
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
