import type { Class, Node } from "oxc-parser";
import type { SourceModule } from "../source/source-module.ts";
import type { Frame } from "./frame.ts";
import { nameOfParam } from "./function-params.ts";
import { memberName } from "./read-field.ts";
import { moduleFrame } from "./top-level.ts";
import { type FunctionValue, nothing, type Value, withStep } from "./value.ts";

/** What `new` makes of a class of the project's: its fields hold what the constructor kept. */
export function makeInstance(
  made: { readonly node: Class; readonly module: SourceModule },
  args: readonly Value[],
  frame: Frame,
): Value {
  const { node, module } = made;
  const fields = new Map<string, Value>();
  const self: Value = { taints: [], known: { kind: "instance", node, module, fields } };
  const inside: Frame = { ...moduleFrame(module, frame), self };
  const isTooDeep = frame.trace.stack.includes(node);
  if (isTooDeep) return self;
  frame.trace.stack.push(node);
  for (const member of node.body.body) {
    if (member.type !== "PropertyDefinition" || member.static || member.value === null) continue;
    fields.set(memberName(member.key), frame.reader.evaluate(member.value, inside));
  }
  const constructor = constructorOf(node);
  if (constructor !== undefined) {
    keepParameters(constructor.params, args, fields);
    const target: FunctionValue = {
      kind: "function",
      name: `new ${node.id?.name ?? "class"}`,
      node: constructor,
      module,
      self,
    };
    frame.reader.invoke(target, args, frame);
  }
  frame.trace.stack.pop();
  return self;
}

/** The function of a constructor that a class declares itself. */
export function constructorOf(node: Class): FunctionValue["node"] | undefined {
  for (const member of node.body.body) {
    if (member.type === "MethodDefinition" && member.kind === "constructor") return member.value;
  }
  return undefined;
}

// --- inside ---

/** `constructor(private readonly root: string)` keeps it in `this.root`. */
function keepParameters(
  params: readonly Node[],
  args: readonly Value[],
  fields: Map<string, Value>,
): void {
  for (const [at, param] of params.entries()) {
    if (param.type !== "TSParameterProperty") continue;
    const name = nameOfParam(param);
    if (name !== undefined)
      fields.set(name, withStep(args[at] ?? nothing, `kept in \`this.${name}\``));
  }
}
