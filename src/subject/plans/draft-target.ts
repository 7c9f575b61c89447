import type TS from "typescript6";
import { ts } from "./compiler.ts";
import type { CallTarget } from "../../kernel/subject/call-plan.ts";
import type { CallRequest, Drafting } from "./draft-call.ts";
import { draftCalls } from "./draft-call.ts";
import type { Callable } from "./find-targets.ts";
import { isProjectCode } from "./project-program.ts";
import { blockedInstance, makeInstance } from "./read-instance.ts";
import type { PlanShapes } from "./read-shape.ts";
import { createShapeReader } from "./read-shape.ts";
import { guessFactory, guessFixture } from "./guess-maker.ts";
import { missingParams } from "./missing-params.ts";
import { fixturesHelp, objectHelp } from "./paste-lines.ts";
import { settleTarget } from "./settle-target.ts";

/** The targets of one export: a function, or a class with its methods. */
export function targetsOf(callable: Callable, drafting: Drafting): CallTarget[] {
  try {
    return callable.kind === "class"
      ? classTargets(callable, drafting)
      : functionTargets(callable, drafting);
  } catch (error) {
    // Types may be stranger than anyone thought of; one export must not take the others with it.
    return [unreadable(callable, drafting, error)];
  }
}

// --- inside ---

function unreadable({ name, path }: Callable, { module }: Drafting, error: unknown): CallTarget {
  const reason = error instanceof Error ? error.message.split("\n")[0] : String(error);
  return {
    name,
    module,
    calls: [],
    harness: "fresh",
    blocked: {
      why: `the types of \`${path.join(".")}\` cannot be read: ${reason ?? ""}`,
      help: `a gap in gauntlet; name the others: [[scan]] module = "${module}" targets = [""]`,
    },
    isWeak: false,
  };
}

function functionTargets(callable: Callable, drafting: Drafting): CallTarget[] {
  const { name, path, symbol } = callable;
  const type = drafting.project.checker.getTypeOfSymbol(symbol);
  const kind = callable.kind === "member" ? "static" : "function";
  const signatures = type.getCallSignatures();
  return single({ name, kind, path, symbol, signatures }, drafting);
}

function single(request: CallRequest, drafting: Drafting): CallTarget[] {
  const shapes = createShapeReader(drafting.project, drafting.schemas);
  const calls = draftCalls(request, shapes, drafting);
  const targets = settleTarget({ name: request.name, module: drafting.module, calls, shapes });
  return targets.map((target) => withHelp(withoutThis(target), request.symbol, drafting));
}

/** A function that works on `this` is not called without one. */
function withoutThis(target: CallTarget): CallTarget {
  const thisType = target.calls.find((call) => call.thisType !== undefined)?.thisType;
  if (thisType === undefined || target.blocked !== undefined) return target;
  const { module } = target;
  return {
    ...target,
    blocked: {
      why: `it is written to be called on an object: its \`this\` is ${thisType}`,
      help: fixturesHelp(module, [{ param: "this" }]),
    },
  };
}

/** What is blocked for its parameters is opened by fixtures for them. */
function withHelp(target: CallTarget, symbol: TS.Symbol, { project }: Drafting): CallTarget {
  const missing = missingParams(target);
  if (target.blocked === undefined || missing.length === 0) return target;
  const guesses = missing.map(({ param, at }) => ({
    param,
    from: at === undefined ? undefined : guessFixture(symbol, at, project),
  }));
  return { ...target, blocked: { ...target.blocked, help: fixturesHelp(target.module, guesses) } };
}

function classTargets(callable: Callable, drafting: Drafting): CallTarget[] {
  const { checker } = drafting.project;
  const { symbol, name, path } = callable;
  const statics = checker.getTypeOfSymbol(symbol);
  const instance = instanceTypeOf(symbol, checker);
  const methods = instance === undefined ? [] : instanceTargets(callable, instance, drafting);
  const byStatic = methodsOf(statics, drafting).flatMap((member) => {
    const signatures = checker.getTypeOfSymbol(member).getCallSignatures();
    const own = { name: `${name}.${member.name}`, path: [...path, member.name] };
    return single({ ...own, kind: "static", symbol: member, signatures }, drafting);
  });
  return [...methods, ...constructorTargets(callable, instance, drafting), ...byStatic];
}

/** The type of the values of a class, with its type parameters as they are. */
function instanceTypeOf(symbol: TS.Symbol, checker: TS.TypeChecker): TS.Type | undefined {
  if ((symbol.flags & ts.SymbolFlags.Class) !== 0) return checker.getDeclaredTypeOfSymbol(symbol);
  const [signature] = checker.getTypeOfSymbol(symbol).getConstructSignatures();
  return signature && checker.getReturnTypeOfSignature(signature);
}

function instanceTargets(
  { name, path }: Callable,
  instance: TS.Type,
  drafting: Drafting,
): CallTarget[] {
  const { checker } = drafting.project;
  const shapes = createShapeReader(drafting.project, drafting.schemas);
  const members = methodsOf(instance, drafting);
  if (members.length === 0) return [];
  const receiver = receiverOf(instance, path, { shapes, drafting });
  const calls = members.flatMap((member) => {
    const signatures = checker.getTypeOfSymbol(member).getCallSignatures();
    const own = { name: `${name}.${member.name}`, path: [...path, member.name] };
    return draftCalls({ ...own, kind: "method", symbol: member, signatures }, shapes, drafting);
  });
  const targets = settleTarget({ name, module: drafting.module, calls, receiver, shapes });
  return targets.map((target) => {
    const member = members.find((one) => target.calls[0]?.from.path.at(-1) === one.name);
    if (target.blocked === undefined || receiver.kind === "blocked") return target;
    if (target.receiver !== undefined && member !== undefined) {
      return withHelp(target, member, drafting);
    }
    const help = objectHelp(drafting.module, name, guessFactory(instance.symbol, drafting.project));
    return { ...target, blocked: { ...target.blocked, help } };
  });
}

function receiverOf(
  instance: TS.Type,
  path: readonly string[],
  { shapes, drafting }: { readonly shapes: PlanShapes; readonly drafting: Drafting },
): ReturnType<PlanShapes["read"]> {
  const made = makeInstance(instance, shapes);
  if (made === undefined) return blockedInstance(instance.symbol, shapes);
  const isOwn = made.how === "constructor";
  // Through the file that is scanned, which may export the class under another name.
  return isOwn ? { ...made, from: { module: drafting.module, path } } : made;
}

function constructorTargets(
  { name, path, symbol }: Callable,
  instance: TS.Type | undefined,
  drafting: Drafting,
): CallTarget[] {
  const { checker } = drafting.project;
  const signatures = checker
    .getTypeOfSymbol(symbol)
    .getConstructSignatures()
    .filter((signature) => isCallable(signature.getDeclaration() as TS.Declaration | undefined));
  const isAbstract =
    symbol.valueDeclaration !== undefined &&
    (ts.getCombinedModifierFlags(symbol.valueDeclaration) & ts.ModifierFlags.Abstract) !== 0;
  const hasParams = signatures.some((signature) => signature.getParameters().length > 0);
  const isError = instance?.getProperty("stack") !== undefined;
  if (!hasParams || isAbstract || isError) return [];
  return single({ name: `new ${name}`, kind: "constructor", path, symbol, signatures }, drafting);
}

const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected;

function isCallable(declared: TS.Declaration | undefined): boolean {
  return declared === undefined || (ts.getCombinedModifierFlags(declared) & hidden) === 0;
}

/** Public methods that the user wrote, inherited ones included. */
function methodsOf(type: TS.Type, { project, includePrivate }: Drafting): TS.Symbol[] {
  return project.checker.getPropertiesOfType(type).filter((member) => {
    const declared = member.valueDeclaration;
    if (declared === undefined || !isCallable(declared)) return false;
    if (!/^[A-Za-z_$][\w$]*$/.test(member.name) || member.name.startsWith("__")) return false;
    if (member.name === "prototype") return false;
    if (member.name.startsWith("_") && !includePrivate) return false;
    const isOwnCode = isProjectCode(declared.getSourceFile(), project);
    const isDeclaredHere =
      declared.getSourceFile() === type.symbol.valueDeclaration?.getSourceFile();
    if (!isOwnCode && !isDeclaredHere) return false;
    const isMethod = ts.isMethodDeclaration(declared) || ts.isMethodSignature(declared);
    const isFunctionField =
      ts.isPropertyDeclaration(declared) &&
      (isProjectCode(declared.getSourceFile(), project) ? hasFunctionValue(declared) : false);
    return isMethod || isFunctionField;
  });
}

function hasFunctionValue({ initializer }: TS.PropertyDeclaration): boolean {
  if (initializer === undefined) return false;
  return ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer);
}
