import type { CallSite, Hit } from "../frame.ts";
import { nothing, partsOf, refOf, type Taint, taintsOf, type Value } from "../value.ts";

/** SQL whose text has parameters in it, instead of beside it. */
export function sqlHits({ ref, method, args }: CallSite): readonly Hit[] {
  const name = method ?? ref?.slice(ref.lastIndexOf(".") + 1) ?? "";
  if (!runners.test(name)) return [];
  const [first = nothing] = args;
  const text =
    first.known?.kind === "object"
      ? (first.known.fields.get("text") ?? first.known.fields.get("sql") ?? nothing)
      : first;
  const parts = partsOf(text);
  const written = parts.filter((part) => typeof part === "string").join(" ? ");
  if (!statement.test(written)) return [];
  const taints = parts.flatMap((part) => (typeof part === "string" ? [] : taintsOf(part)));
  return [{ kind: "sql", sink: ref ?? name, taints }];
}

/** A regular expression that a parameter writes. */
export function regexHits({ ref, args }: CallSite): readonly Hit[] {
  if (ref !== "RegExp") return [];
  return [{ kind: "redos", sink: "new RegExp", taints: taintsOf(args[0] ?? nothing) }];
}

/** `target[a][b] = value`: with `__proto__` as the first key, every object gets the second. */
export function pollutionHit(object: Value, key: Value): readonly Hit[] {
  if (object.reachedBy === undefined || taintsOf(key).length === 0) return [];
  return [{ kind: "prototype pollution", sink: "object[key][key] =", taints: object.reachedBy }];
}

/** An assignment to the environment whose key a parameter chooses, or to one that runs code. */
export function environmentHits(
  object: Value,
  field: { readonly name: string | undefined; readonly key: Value | undefined; value: Value },
): readonly Hit[] {
  if (refOf(object) !== "process.env") return [];
  const { name, key, value } = field;
  if (name === undefined) return environment(taintsOf(key ?? nothing));
  return powerful.has(name) ? environment(taintsOf(value), name) : [];
}

/** `Object.assign(process.env, given)`. */
export function writeEnvironmentHits({ ref, args }: CallSite): readonly Hit[] {
  const [target, ...sources] = args;
  if (ref !== "Object.assign" || target === undefined || refOf(target) !== "process.env") return [];
  return environment(sources.flatMap((value) => (isWritten(value) ? [] : taintsOf(value))));
}

// --- inside ---

const runners =
  /^(query|execute|exec|prepare|raw|run|all|get|each|unsafe|\$queryRawUnsafe|\$executeRawUnsafe)$/;

/** How a statement begins; prose that begins like one has no `from` or `into` after it. */
const statement = new RegExp(
  `^\\s*(${[
    "select\\b[\\s\\S]*\\bfrom",
    "insert\\s+into",
    "update\\s+\\S+\\s+set",
    "delete\\s+from",
    "drop\\s+(table|index|view|database)",
    "create\\s+(table|index|view|database)",
    "alter\\s+table",
    "truncate\\s+table",
    "with\\s+\\w+\\s+as",
    "replace\\s+into",
    "pragma\\s",
  ].join("|")})`,
  "i",
);

/** Variables that change what programs load and run. */
const powerful: ReadonlySet<string> = new Set([
  "PATH",
  "NODE_OPTIONS",
  "NODE_PATH",
  "LD_PRELOAD",
  "LD_LIBRARY_PATH",
  "DYLD_INSERT_LIBRARIES",
  "NODE_TLS_REJECT_UNAUTHORIZED",
]);

function environment(taints: readonly Taint[], name?: string): readonly Hit[] {
  const sink = name === undefined ? "process.env[key] =" : `process.env.${name} =`;
  return taints.length === 0 ? [] : [{ kind: "config mutation", sink, taints }];
}

/** Whether the keys are written in the code. */
function isWritten({ known }: Value): boolean {
  return known?.kind === "object" && !known.fields.has("...");
}
