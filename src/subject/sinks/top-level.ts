import type { Node } from "oxc-parser";
import type { Exported, SourceModule } from "../source/source-module.ts";
import type { Frame } from "./frame.ts";
import { readField } from "./read-field.ts";
import { Scope } from "./scope.ts";
import { type FunctionValue, nothing, refValue, type Value } from "./value.ts";

/** What a name means that no function around declares: of the file, or of the platform. */
export function topLevelValue(name: string, frame: Frame): Value {
  if (name === "undefined") return nothing;
  return localValue(name, frame.module, frame) ?? refValue(name);
}

/** The path of a package or a builtin: `node:fs/promises` is `fs.promises`. */
export function refRoot(specifier: string): string {
  const bare = specifier.replace(/^node:/, "");
  return /^(fs|dns|stream|timers|readline|path|util)\//.test(bare) ? bare.replace("/", ".") : bare;
}

/** What an import gives: something of the project's, or a name of a package. */
export function importedValue(
  { specifier, name }: { readonly specifier: string; readonly name: string },
  module: SourceModule,
  frame: Frame,
): Value {
  const found = frame.trace.source.imported(specifier, module);
  if (found === undefined) {
    const root = refRoot(specifier);
    return refValue(name === "*" || name === "default" ? root : `${root}.${name}`);
  }
  if (name === "*") return namespaceOf(found, frame);
  return exportedValue(name, found, frame) ?? nothing;
}

/** A frame for code of the top level of a file. */
export function moduleFrame(module: SourceModule, frame: Frame): Frame {
  return { ...frame, module, scope: new Scope(), self: undefined, returns: [] };
}

/** A function of the top level as a value. */
export function functionValue(
  name: string,
  node: Node,
  where: { readonly module: SourceModule; readonly self?: Value | undefined },
): Value {
  if (!("params" in node) || !("body" in node)) return nothing;
  const known: FunctionValue = {
    kind: "function",
    name,
    node,
    module: where.module,
    self: where.self,
  };
  return { taints: [], known };
}

// --- inside ---

const hopsMax = 8;

function localValue(name: string, module: SourceModule, frame: Frame): Value | undefined {
  const declared = module.locals.get(name);
  if (declared === undefined) return undefined;
  const key = `${module.file} ${name}`;
  const known = frame.trace.topLevel.get(key);
  if (known !== undefined) return known;
  // Whoever asks for it while it is worked out gets nothing, so circles end.
  frame.trace.topLevel.set(key, nothing);
  const value = workedOut(name, module, frame);
  frame.trace.topLevel.set(key, value);
  return value;
}

function workedOut(name: string, module: SourceModule, frame: Frame): Value {
  const declared = module.locals.get(name);
  switch (declared?.kind) {
    case "import":
      return importedValue(declared, module, frame);
    case "function":
      return functionValue(name, declared.node, { module });
    case "class":
      return { taints: [], known: { kind: "class", node: declared.node, module } };
    case "value": {
      const { init, id } = declared.node;
      if (init === null) return nothing;
      const inside = moduleFrame(module, frame);
      const value = frame.reader.evaluate(init, inside);
      if (id.type === "Identifier") return renamed(value, name);
      frame.reader.bind(id, value, inside);
      return inside.scope.find(name) ?? nothing;
    }
    default:
      return nothing;
  }
}

function renamed(value: Value, name: string): Value {
  const { known } = value;
  return known?.kind === "function" ? { ...value, known: { ...known, name } } : value;
}

function exportedValue(
  name: string,
  module: SourceModule,
  frame: Frame,
  hops = 0,
): Value | undefined {
  const found = module.exports.get(name);
  if (found !== undefined) return valueOfExport(found, module, frame);
  if (hops > hopsMax) return undefined;
  for (const [key, passed] of module.exports) {
    if (passed.kind !== "from" || !key.startsWith("* ")) continue;
    const next = frame.trace.source.imported(passed.specifier, module);
    const value = next === undefined ? undefined : exportedValue(name, next, frame, hops + 1);
    if (value !== undefined) return value;
  }
  return undefined;
}

function valueOfExport(found: Exported, module: SourceModule, frame: Frame): Value {
  switch (found.kind) {
    case "local":
      return localValue(found.name, module, frame) ?? nothing;
    case "from":
      return importedValue(found, module, frame);
    case "value":
      return frame.reader.evaluate(found.node, moduleFrame(module, frame));
  }
}

function namespaceOf(module: SourceModule, frame: Frame): Value {
  const fields = new Map<string, Value>();
  for (const name of module.exports.keys()) {
    const value = exportedValue(name, module, frame);
    if (value !== undefined) fields.set(name, value);
  }
  const own: Value = { taints: [], known: { kind: "object", fields } };
  return fields.has("default") && fields.size === 1 ? readField(own, "default") : own;
}
