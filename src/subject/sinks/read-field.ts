import type { Class, MethodDefinition, Node } from "oxc-parser";
import { writtenName } from "../source/source-module.ts";
import {
  eitherOf,
  type FunctionValue,
  mapTaints,
  nothing,
  partsOf,
  spreadField,
  type Taint,
  taintsOf,
  type Value,
} from "./value.ts";

/** What a field of a value holds. */
export function readField(value: Value, key: string): Value {
  const { known, taints } = value;
  switch (known?.kind) {
    case "object": {
      const own = known.fields.get(key);
      if (own !== undefined) return own;
      const spread = known.fields.get(spreadField);
      return spread === undefined ? below(taints, key) : readField(spread, key);
    }
    case "instance":
      return known.fields.get(key) ?? methodOf(value, known.node, key) ?? below(taints, key);
    case "class":
      return staticOf(value, known.node, key) ?? nothing;
    case "ref":
      return { ...below(taints, key), known: { kind: "ref", path: `${known.path}.${key}` } };
    case "url":
      return urlField(value, key);
    case "list":
      return /^\d+$/.test(key) ? (known.items[Number(key)] ?? elementOf(value)) : nothing;
    case "text":
      return nothing;
    default:
      return key === "length" ? nothing : below(taints, key);
  }
}

/** What a field of a value holds when the key is only known when the code runs. */
export function readAnyField(value: Value, key: Value): Value {
  const one = elementOf(value);
  const reachedBy = taintsOf(key);
  const isListed = value.known?.kind === "list" || value.known?.kind === "text";
  return reachedBy.length === 0 || isListed ? one : { ...one, reachedBy };
}

/** One element of a list, or any value of an object. */
export function elementOf(value: Value): Value {
  const { known } = value;
  if (known?.kind === "list") return eitherOf(known.items);
  if (known?.kind === "object") return eitherOf([...known.fields.values()]);
  if (known?.kind === "text") return nothing;
  const { taints, reachedBy } = value;
  return reachedBy === undefined ? { taints } : { taints, reachedBy };
}

/** A method of a class by name, of the class itself or of those above it in the same file. */
export function findMethod(
  node: Class,
  key: string,
  where: "static" | "instance",
): MethodDefinition | undefined {
  for (const member of node.body.body) {
    if (member.type !== "MethodDefinition" || member.static !== (where === "static")) continue;
    if (memberName(member.key) === key && member.kind === "method") return member;
  }
  return undefined;
}

/** The name of a member of a class, private ones with their `#`. */
export function memberName(key: Node): string {
  return key.type === "PrivateIdentifier" ? `#${key.name}` : writtenName(key);
}

// --- inside ---

const keysMax = 4;

function below(taints: readonly Taint[], key: string): Value {
  if (taints.length === 0) return nothing;
  return {
    taints: taints.map((taint) => {
      const keys = taint.keys.length < keysMax ? [...taint.keys, key] : taint.keys;
      return { ...taint, keys };
    }),
  };
}

function methodOf(self: Value, node: Class, key: string): Value | undefined {
  return asFunction(self, findMethod(node, key, "instance"), node);
}

function staticOf(self: Value, node: Class, key: string): Value | undefined {
  return asFunction(self, findMethod(node, key, "static"), node);
}

function asFunction(
  self: Value,
  member: MethodDefinition | undefined,
  node: Class,
): Value | undefined {
  const { known } = self;
  if (member === undefined || (known?.kind !== "instance" && known?.kind !== "class")) {
    return undefined;
  }
  const name = `${node.id?.name ?? "class"}.${memberName(member.key)}`;
  const target: FunctionValue = {
    kind: "function",
    name,
    node: member.value,
    module: known.module,
    self,
  };
  return { taints: [], known: target };
}

/** The host is what a check of a URL is about; its scheme says nothing of where it leads. */
function urlField(value: Value, key: string): Value {
  if (["hostname", "host", "origin", "href"].includes(key)) {
    const parts = partsOf(value);
    const whole: Value = { taints: [], known: { kind: "text", parts } };
    return key === "href" ? whole : mapTaints(whole, (taint) => taint);
  }
  return nothing;
}
