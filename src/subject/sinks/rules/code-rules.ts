import type { CallSite, Hit } from "../frame.ts";
import { readField } from "../read-field.ts";
import { constantText, nothing, refOf, taintsOf, type Value } from "../value.ts";

/** Calls that make code or live objects of what they are given. */
export function codeHits({ ref, args, isNew }: CallSite): readonly Hit[] {
  if (ref === undefined) return [];
  const [first = nothing] = args;
  const isRequire = ref === "require" || /^(module\.)?createRequire\(\)$/.test(ref);
  if (isRequire || ref === "import.meta.resolve") {
    const hit = importHit(isRequire ? "require" : ref, first);
    return hit === undefined ? [] : [hit];
  }
  if (ref === "Function") {
    const taints = args.flatMap((value) => taintsOf(value));
    return [{ kind: "deserialization", sink: "new Function", taints }];
  }
  const isYaml = yamlLoads.has(ref) && hasUnsafeSchema(ref, args[1]);
  if (!evaluators.has(ref) && !isYaml) return [];
  return [{ kind: "deserialization", sink: isNew ? `new ${ref}` : ref, taints: taintsOf(first) }];
}

/** A module whose name comes from a parameter. */
export function importHit(sink: string, name: Value): Hit | undefined {
  const taints = taintsOf(name);
  return taints.length === 0 ? undefined : { kind: "import", sink, taints };
}

// --- inside ---

const evaluators: ReadonlySet<string> = new Set([
  "eval",
  "globalThis.eval",
  "vm.runInContext",
  "vm.runInNewContext",
  "vm.runInThisContext",
  "vm.compileFunction",
  "vm.Script",
  "vm.SourceTextModule",
  "v8.deserialize",
  "node-serialize.unserialize",
  "serialize-to-js.deserialize",
  "funcster.deepDeserialize",
  "cryo.parse",
]);

const yamlLoads: ReadonlySet<string> = new Set([
  "js-yaml.load",
  "js-yaml.loadAll",
  "js-yaml.unsafeLoad",
]);

/** The default of js-yaml 4 makes plain data; only schemas with functions do harm. */
function hasUnsafeSchema(ref: string, options: Value | undefined): boolean {
  if (ref.endsWith("unsafeLoad")) return true;
  if (options === undefined) return false;
  const schema = readField(options, "schema");
  const name = refOf(schema) ?? constantText(schema) ?? "";
  return /FULL_SCHEMA|js-types|unsafe/i.test(name);
}
