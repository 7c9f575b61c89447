import type TS from "typescript6";
import type { CallExample, CallPlan } from "../../kernel/subject/call-plan.ts";
import type { CallSiteReader } from "./call-sites.ts";
import { documentedExamples } from "./doc-examples.ts";
import { statedWords } from "./doc-laws.ts";
import { paramsAsDocumented } from "./doc-params.ts";
import { documentedThrows } from "./doc-throws.ts";
import type { Schemas } from "./find-schemas.ts";
import type { GuardFinder } from "./find-guards.ts";
import { functionOf } from "./outside-calls.ts";
import type { ProjectProgram } from "./project-program.ts";
import { moduleName } from "./project-program.ts";
import type { PlanShapes } from "./read-shape.ts";
import { readParams, readReturn } from "./read-signature.ts";
import type { DraftCall } from "./settle-target.ts";
import { thisTypeOf } from "./this-type.ts";

/** What drafts of one file are made with. */
export interface Drafting {
  readonly project: ProjectProgram;
  /** The file that is imported, relative to the project root, or a package by its name. */
  readonly module: string;
  readonly schemas: Schemas;
  readonly guards: GuardFinder;
  readonly examplesOf: (symbol: TS.Symbol) => readonly CallExample[];
  readonly callSitesOf: CallSiteReader;
  /** The code of a symbol that only has a declaration: that of the JavaScript beside it. */
  readonly codeOf: (path: readonly string[]) => TS.Symbol | undefined;
  readonly includePrivate: boolean;
}

/** One call to draft. */
export interface CallRequest {
  readonly name: string;
  readonly kind: CallPlan["kind"];
  readonly path: readonly string[];
  readonly symbol: TS.Symbol;
  readonly signatures: readonly TS.Signature[];
}

/**
 * Drafts the calls of a function, one for each overload: its parameters, what it gives back, where
 * it throws on purpose.
 */
export function draftCalls(
  request: CallRequest,
  shapes: PlanShapes,
  drafting: Drafting,
): DraftCall[] {
  const { name, kind, path, symbol } = request;
  const { project, module } = drafting;
  const signatures = request.signatures.slice(0, overloadsCountMax);
  const declarations = signatures.flatMap(declarationOf);
  const code = drafting.codeOf(path) ?? symbol;
  const place = code.valueDeclaration ?? code.declarations?.[0] ?? declarations[0];
  const whole = functionOf(code, project);
  const documented = documentedThrows([...declarations, ...(whole === undefined ? [] : [whole])]);
  const examples = examplesOf(request, declarations, drafting);
  const stated = statedWords([...declarations, ...(whole === undefined ? [] : [whole])]);
  return signatures.map((signature, index) => {
    const own =
      whole === undefined ? declarationOf(signature) : [...declarationOf(signature), whole];
    const params = paramsAsDocumented(readParams(signature, shapes), own, (one) =>
      shapes.definitions.made.get(one),
    );
    const sites = kind === "function" ? drafting.callSitesOf(symbol, params.length) : undefined;
    const thisType = thisTypeOf(kind, [...declarations, whole], project.checker);
    const implementations = [...(whole === undefined ? declarations : [whole]), ...shapes.makers];
    return {
      name: index === 0 ? name : `${name} (overload ${String(index + 1)})`,
      kind,
      from: { module, path },
      place: placeOf(place, project, module),
      params,
      ...readReturn(signature, shapes),
      examples,
      guards: drafting.guards.find(implementations, documented),
      documentedThrows: documented,
      ...(sites === undefined ? {} : { callSites: sites }),
      ...(thisType === undefined ? {} : { thisType }),
      ...(stated === undefined ? {} : { stated }),
    };
  });
}

// --- inside ---

const overloadsCountMax = 12;

function examplesOf(
  { path, kind, symbol, name }: CallRequest,
  declarations: readonly TS.Node[],
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

function declarationOf(signature: TS.Signature): TS.Node[] {
  const declared = signature.getDeclaration() as TS.Node | undefined;
  return declared === undefined ? [] : [declared];
}

function placeOf(
  node: TS.Node | undefined,
  { projectRoot }: ProjectProgram,
  module: string,
): CallPlan["place"] {
  if (node === undefined) return { file: module, line: 1 };
  const source = node.getSourceFile();
  const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
  return { file: moduleName(projectRoot, source.fileName), line: line + 1 };
}
