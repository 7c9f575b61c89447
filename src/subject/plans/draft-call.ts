import type ts from "typescript6";
import type { CallExample, CallPlan } from "../../kernel/call-plan.ts";
import type { ParamPlan, Shape } from "../../kernel/shape.ts";
import { documentedExamples } from "./doc-examples.ts";
import { documentedThrows } from "./doc-throws.ts";
import type { Schemas } from "./find-schemas.ts";
import type { GuardFinder } from "./find-guards.ts";
import { functionOf } from "./outside-calls.ts";
import type { ProjectProgram } from "./project-program.ts";
import { moduleName } from "./project-program.ts";
import type { PlanShapes } from "./read-shape.ts";
import { readParams, readReturn } from "./read-signature.ts";
import { unionOf } from "./read-union.ts";
import type { DraftCall } from "./settle-target.ts";

/** What drafts of one file are made with. */
export interface Drafting {
  readonly project: ProjectProgram;
  /** The file that is imported, relative to the project root, or a package by its name. */
  readonly module: string;
  readonly schemas: Schemas;
  readonly guards: GuardFinder;
  readonly examplesOf: (symbol: ts.Symbol) => readonly CallExample[];
  /** The code of a symbol that only has a declaration: that of the JavaScript beside it. */
  readonly codeOf: (path: readonly string[]) => ts.Symbol | undefined;
  readonly includePrivate: boolean;
}

/** One call to draft. */
export interface CallRequest {
  readonly name: string;
  readonly kind: CallPlan["kind"];
  readonly path: readonly string[];
  readonly symbol: ts.Symbol;
  readonly signatures: readonly ts.Signature[];
}

/** Drafts a call: its parameters, what it gives back, where it throws on purpose. */
export function draftCall(
  request: CallRequest,
  shapes: PlanShapes,
  drafting: Drafting,
): DraftCall | undefined {
  const { name, kind, path, symbol, signatures } = request;
  const [first] = signatures;
  if (first === undefined) return undefined;
  const { project, module } = drafting;
  const read = signatures.slice(0, overloadsCountMax).map((signature) => ({
    params: readParams(signature, shapes),
    ...readReturn(signature, shapes),
  }));
  const declarations = signatures.flatMap(declarationOf);
  const code = drafting.codeOf(path) ?? symbol;
  const place = code.valueDeclaration ?? code.declarations?.[0] ?? declarations[0];
  const whole = functionOf(code, project);
  const documented = documentedThrows(
    whole === undefined ? declarations : [...declarations, whole],
  );
  const implementations = [...(whole === undefined ? declarations : [whole]), ...shapes.makers];
  return {
    name,
    kind,
    from: { module, path },
    place: placeOf(place, project, module),
    params: mergeParams(read.map(({ params }) => params)),
    returns: unionOf(read.map(({ returns }) => returns)),
    isAsync: read.some(({ isAsync }) => isAsync),
    examples: examplesOf(request, declarations, drafting),
    guards: drafting.guards.find(implementations, documented),
    documentedThrows: documented,
  };
}

// --- inside ---

const overloadsCountMax = 12;

function examplesOf(
  { path, kind, symbol, name }: CallRequest,
  declarations: readonly ts.Node[],
  drafting: Drafting,
): CallExample[] {
  const names = [path.join("."), name.replace(/^new /, "")];
  const documented = documentedExamples(declarations, { names, isNew: kind === "constructor" });
  const seen = new Set<string>();
  return [...documented, ...drafting.examplesOf(symbol)].filter(({ args }) => {
    const key = JSON.stringify(args);
    return !seen.has(key) && seen.add(key).size > 0;
  });
}

function declarationOf(signature: ts.Signature): ts.Node[] {
  const declared = signature.getDeclaration() as ts.Node | undefined;
  return declared === undefined ? [] : [declared];
}

/** Overloads are one list of arguments, which is any of theirs. */
function mergeParams(lists: readonly (readonly ParamPlan[])[]): readonly ParamPlan[] {
  const [first = []] = lists;
  if (lists.length === 1) return first;
  return [
    { name: "arguments", shape: unionOf(lists.map(listShape)), isOptional: false, isRest: true },
  ];
}

function listShape(params: readonly ParamPlan[]): Shape {
  const rest = params.find(({ isRest }) => isRest)?.shape;
  const fixed = params.filter(({ isRest }) => !isRest);
  const items = fixed.map(({ shape, isOptional }) => ({ shape, isOptional }));
  if (rest?.kind === "array") return { kind: "tuple", items, rest: rest.of };
  // Without the rest is one way to call it.
  return { kind: "tuple", items };
}

function placeOf(
  node: ts.Node | undefined,
  { projectRoot }: ProjectProgram,
  module: string,
): CallPlan["place"] {
  if (node === undefined) return { file: module, line: 1 };
  const source = node.getSourceFile();
  const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
  return { file: moduleName(projectRoot, source.fileName), line: line + 1 };
}
