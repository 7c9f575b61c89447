import type { Class, Node } from "oxc-parser";
import type { ProjectSource } from "../source/project-source.ts";
import { type SourceModule, writtenName } from "../source/source-module.ts";
import { evaluate } from "./evaluate.ts";
import type { Frame, Reader, Trace } from "./frame.ts";
import { paramValues } from "./function-params.ts";
import { HitList } from "./hit-list.ts";
import { constructorOf, makeInstance } from "./instance.ts";
import { invoke } from "./invoke.ts";
import { memberName } from "./read-field.ts";
import { Scope } from "./scope.ts";
import type { FunctionSinks } from "./sink.ts";
import type { FunctionValue, Value } from "./value.ts";
import { bind, walk } from "./walk.ts";

/**
 * For each function and method of a file: which of its parameters reach a place where their text
 * can do harm, and how. Read off the source, through helpers of the project; nothing is run.
 */
export function findSinks(source: ProjectSource, file: string): readonly FunctionSinks[] {
  const module = source.module(file);
  if (module === undefined) return [];
  return functionsOf(module).map((found) => {
    const line = module.lineAt(found.node.start);
    const sinks = traced(source, module, found);
    return { name: found.name, place: { file: module.shown, line }, sinks };
  });
}

// --- inside ---

/** So that every trace ends; a function of ordinary size needs some hundreds. */
const nodesMax = 40_000;

const reader: Reader = { evaluate, walk, bind, invoke };

interface Found {
  readonly name: string;
  readonly node: FunctionValue["node"];
  /** The class that it is a method of. */
  readonly owner?: Class;
  readonly isStatic?: boolean;
}

function traced(source: ProjectSource, module: SourceModule, found: Found): FunctionSinks["sinks"] {
  const hits = new HitList();
  const trace: Trace = {
    source,
    stack: [],
    nodesLeft: nodesMax,
    hit: (hit, frame, node) => hits.add(hit, frame, node),
    topLevel: new Map(),
  };
  const frame: Frame = {
    module,
    scope: new Scope(),
    self: undefined,
    returns: [],
    checkedBefore: [],
    trace,
    reader,
  };
  const self = selfOf(found, frame);
  const target: FunctionValue = { kind: "function", ...found, module, self };
  // What the constructor meets on its way is told of the constructor.
  hits.begin();
  const { checks } = invoke({ ...target, name: "a function" }, argumentsOf(found, module), frame);
  return hits.sinks(checks);
}

function argumentsOf({ node, name }: Found, module: SourceModule): readonly Value[] {
  const of = name.startsWith("new ") ? "constructor" : "call";
  return paramValues(node.params, of, module);
}

function selfOf({ owner, isStatic = false }: Found, frame: Frame): Value | undefined {
  if (owner === undefined) return undefined;
  const made = { node: owner, module: frame.module };
  if (isStatic) return { taints: [], known: { kind: "class", ...made } };
  const constructor = constructorOf(owner);
  const args =
    constructor === undefined ? [] : paramValues(constructor.params, "constructor", frame.module);
  return makeInstance(made, args, frame);
}

function functionsOf(module: SourceModule): readonly Found[] {
  const found: Found[] = [];
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

function methodsOf(name: string, owner: Class): readonly Found[] {
  return owner.body.body.flatMap((member) => {
    if (member.type !== "MethodDefinition") return [];
    if (member.kind === "constructor") return [{ name: `new ${name}`, node: member.value, owner }];
    if (member.kind !== "method") return [];
    const isStatic = member.static;
    return [{ name: `${name}.${memberName(member.key)}`, node: member.value, owner, isStatic }];
  });
}

/** A function that a name holds, or the functions of an object. */
function inValue(name: string, node: Node): readonly Found[] {
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
