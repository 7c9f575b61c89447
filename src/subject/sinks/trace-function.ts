import type { Class, Node } from "oxc-parser";
import type { ProjectSource } from "../source/project-source.ts";
import { type SourceModule, writtenName } from "../source/source-module.ts";
import { evaluate } from "./evaluate.ts";
import type { Frame, Reader, Trace } from "./frame.ts";
import { paramValues } from "./function-params.ts";
import { constructorOf, makeInstance } from "./instance.ts";
import { invoke } from "./invoke.ts";
import { memberName } from "./read-field.ts";
import { Scope } from "./scope.ts";
import { type Check, type FunctionValue, nothing, type Taint, type Value } from "./value.ts";
import { bind, walk } from "./walk.ts";

/** A function or method of a file, named as a `CallPlan` names it. */
export interface FoundFunction {
  readonly name: string;
  readonly node: FunctionValue["node"];
  /** The class that it is a method of. */
  readonly owner?: Class;
  readonly isStatic?: boolean;
}

/** Who is told while code is read, and what the parameters hold. */
export interface TraceOptions {
  readonly source: ProjectSource;
  readonly hit?: Trace["hit"];
  readonly met?: Trace["met"];
  /** Is told that the instance is made and the function itself begins. */
  readonly begin?: () => void;
  /** Whether parameters are followed, or only what their types say is known of them. */
  readonly followsParams: boolean;
}

/** Reads one function of a file, with what it calls; what it had checked when it ended. */
export function traceFunction(
  module: SourceModule,
  found: FoundFunction,
  options: TraceOptions,
): readonly Check[] {
  const frame = frameFor(module, options);
  const self = selfOf(found, frame, options);
  const target: FunctionValue = { kind: "function", ...found, module, self };
  options.begin?.();
  const of = found.name.startsWith("new ") ? "constructor" : "call";
  const args = given(found.node.params, of, { module, options });
  return invoke({ ...target, name: "a function" }, args, frame).checks;
}

/** Reads what a file does when it is loaded. */
export function traceTopLevel(module: SourceModule, options: TraceOptions): void {
  const frame = frameFor(module, options);
  options.begin?.();
  for (const statement of module.program.body) {
    if (!/^(Import|Export|TS|Function|Class)/.test(statement.type)) walk(statement, frame);
    const isExported = statement.type === "ExportNamedDeclaration";
    const inner = isExported ? statement.declaration : null;
    if (inner?.type === "VariableDeclaration") walk(inner, frame);
  }
}

/** Every function that a file declares at its top level, in classes and in objects. */
export function functionsOf(module: SourceModule): readonly FoundFunction[] {
  const found: FoundFunction[] = [];
  for (const [name, declared] of module.locals) {
    if (declared.kind === "function") found.push({ name, node: declared.node });
    if (declared.kind === "class") found.push(...methodsOf(name, declared.node));
    if (declared.kind !== "value" || declared.node.init === null) continue;
    if (declared.node.id.type === "Identifier") found.push(...inValue(name, declared.node.init));
  }
  for (const [name, exported] of module.exports) {
    if (exported.kind === "value") found.push(...inValue(name, exported.node));
  }
  return found;
}

// --- inside ---

/** So that every trace ends; a function of ordinary size needs some hundreds. */
const nodesMax = 40_000;

const reader: Reader = { evaluate, walk, bind, invoke };

function frameFor(module: SourceModule, options: TraceOptions): Frame {
  const trace: Trace = {
    source: options.source,
    stack: [],
    nodesLeft: nodesMax,
    hit: options.hit ?? (() => {}),
    met: options.met ?? (() => {}),
    topLevel: new Map(),
  };
  return {
    module,
    scope: new Scope(),
    self: undefined,
    returns: [],
    checkedBefore: [],
    trace,
    reader,
  };
}

function given(
  params: readonly Node[],
  of: Taint["of"],
  { module, options }: { readonly module: SourceModule; readonly options: TraceOptions },
): readonly Value[] {
  const values = paramValues(params, of, module);
  if (options.followsParams) return values;
  // Of a type only what it is called is known; a parameter without one has its default.
  return values.map(({ known }) => (known?.kind === "ref" ? { taints: [], known } : nothing));
}

function selfOf(found: FoundFunction, frame: Frame, options: TraceOptions): Value | undefined {
  const { owner, isStatic = false } = found;
  if (owner === undefined) return undefined;
  const { module } = frame;
  const made = { node: owner, module };
  if (isStatic) return { taints: [], known: { kind: "class", ...made } };
  const params = constructorOf(owner)?.params ?? [];
  return makeInstance(made, given(params, "constructor", { module, options }), frame);
}

function methodsOf(name: string, owner: Class): readonly FoundFunction[] {
  return owner.body.body.flatMap((member) => {
    if (member.type !== "MethodDefinition") return [];
    if (member.kind === "constructor") return [{ name: `new ${name}`, node: member.value, owner }];
    if (member.kind !== "method") return [];
    const isStatic = member.static;
    return [{ name: `${name}.${memberName(member.key)}`, node: member.value, owner, isStatic }];
  });
}

/** A function that a name holds, or the functions of an object. */
function inValue(name: string, node: Node): readonly FoundFunction[] {
  switch (node.type) {
    case "ArrowFunctionExpression":
    case "FunctionExpression":
    case "FunctionDeclaration":
      return [{ name, node }];
    case "ClassExpression":
    case "ClassDeclaration":
      return methodsOf(name, node);
    case "ObjectExpression":
      return node.properties.flatMap((property) =>
        property.type === "Property" && !property.computed
          ? inValue(`${name}.${writtenName(property.key)}`, property.value)
          : [],
      );
    case "TSAsExpression":
    case "TSSatisfiesExpression":
    case "ParenthesizedExpression":
      return inValue(name, node.expression);
    default:
      return [];
  }
}
