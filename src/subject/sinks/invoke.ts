import { type Frame, type Invoked } from "./frame.ts";
import { nameOfParam } from "./function-params.ts";
import { Scope } from "./scope.ts";
import { eitherOf, type FunctionValue, nothing, type Value, withStep } from "./value.ts";

/** Reads a function of the project's with given arguments; far enough down, it stops. */
export function invoke(target: FunctionValue, args: readonly Value[], frame: Frame): Invoked {
  const { trace, reader } = frame;
  const { node } = target;
  const repeats = trace.stack.filter((known) => known === node).length;
  const isTooDeep = trace.stack.length >= depthMax || repeats > repeatsMax;
  if (isTooDeep || node.body === null) return { value: nothing, checks: [] };
  const scope = target.closure === undefined ? new Scope() : target.closure.inner();
  const inside: Frame = {
    ...frame,
    module: target.module,
    scope,
    self: target.self,
    returns: [],
    checkedBefore: [...frame.checkedBefore, ...frame.scope.activeChecks()],
  };
  trace.stack.push(node);
  for (const [at, param] of node.params.entries()) {
    const given = param.type === "RestElement" ? restOf(args.slice(at)) : (args[at] ?? nothing);
    const name = nameOfParam(param) ?? `parameter ${String(at + 1)}`;
    const isNamed = target.name !== "a function";
    reader.bind(param, isNamed ? passed(given, target.name, name) : given, inside);
  }
  let value = nothing;
  if (node.body.type === "BlockStatement") {
    for (const statement of node.body.body) reader.walk(statement, inside);
    value = eitherOf(inside.returns);
  } else value = reader.evaluate(node.body, inside);
  trace.stack.pop();
  return { value, checks: scope.checks };
}

// --- inside ---

const depthMax = 6;
/** Twice, so that what a recursion hands to itself is met. */
const repeatsMax = 1;

function passed(value: Value, name: string, param: string): Value {
  const { known } = value;
  // What the function adds to a list or an object, its caller sees.
  if (known?.kind === "list" || known?.kind === "object") return value;
  return withStep(value, `passed to \`${name}\` as \`${param}\``);
}

function restOf(args: readonly Value[]): Value {
  return { taints: [], known: { kind: "list", items: [...args] } };
}
