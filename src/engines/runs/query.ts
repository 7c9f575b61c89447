import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import { nearestNames } from "../../config/nearest-name.ts";

/** A path that a document has, and what lies there: `.findings[].id` is text. */
export interface DocumentPath {
  readonly path: string;
  readonly type: string;
}

/**
 * The values at a path of a document: `.a.b`, `list[0]`, `.list[].field`, `$.a`, `["a key"]`. One
 * that leads nowhere is an error with the nearest paths.
 */
export function query(document: unknown, path: string): readonly unknown[] {
  let values: readonly unknown[] = [document];
  for (const step of parsePath(path)) {
    values = values.flatMap((value) => follow(value, step));
    if (values.length === 0 && step.kind !== "each") throw nowhere(document, path);
  }
  return values;
}

/** Every path that a document has; the items of a list share one. */
export function listPaths(document: unknown): readonly DocumentPath[] {
  const found = new Map<string, Set<string>>();
  const walk = (value: unknown, path: string, depth: number): void => {
    if (found.size >= pathsMax || depth > depthMax) return;
    const types = found.get(path) ?? new Set();
    found.set(path, types.add(typeOf(value)));
    for (const [name, inner] of partsOf(value)) walk(inner, `${path}${name}`, depth + 1);
  };
  walk(document, "", 0);
  found.delete("");
  return [...found].map(([path, types]) => ({ path, type: [...types].join(" or ") }));
}

// --- inside ---

const pathsMax = 5_000;
const depthMax = 32;
const stepsMax = 100;

type Step =
  | { readonly kind: "key"; readonly name: string }
  | { readonly kind: "item"; readonly at: number }
  | { readonly kind: "each" };

const stepShape = /\.?([^.[\]"]+)|\[(?:(\d{1,9})|("(?:[^"\\]|\\.)*"))?\]/y;

function parsePath(path: string): readonly Step[] {
  const steps: Step[] = [];
  let at = path.startsWith("$") ? 1 : 0;
  if (path.slice(at) === ".") return steps;
  while (at < path.length && steps.length < stepsMax) {
    stepShape.lastIndex = at;
    const found = stepShape.exec(path);
    if (found === null) throw badPath(path, at);
    const [whole, name, item, key] = found;
    // Only the first name may stand without a dot: `a[0]b` is a slip, not a path.
    if (name !== undefined && steps.length > 0 && !whole.startsWith(".")) throw badPath(path, at);
    if (name !== undefined) steps.push({ kind: "key", name });
    else if (item !== undefined) steps.push({ kind: "item", at: Number(item) });
    else if (key !== undefined) steps.push({ kind: "key", name: keyOf(key, path, at) });
    else steps.push({ kind: "each" });
    at += whole.length;
  }
  if (path === "" || at < path.length) throw badPath(path, at);
  return steps;
}

function keyOf(quoted: string, path: string, at: number): string {
  try {
    return JSON.parse(quoted) as string;
  } catch {
    throw badPath(path, at);
  }
}

function follow(value: unknown, step: Step): readonly unknown[] {
  if (step.kind === "each") return Array.isArray(value) ? value : [];
  if (step.kind === "item") {
    return Array.isArray(value) && step.at < value.length ? [value[step.at]] : [];
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
  if (!Object.hasOwn(value, step.name)) return [];
  return [(value as Readonly<Record<string, unknown>>)[step.name]];
}

function partsOf(value: unknown): readonly (readonly [string, unknown])[] {
  if (Array.isArray(value)) return value.map((item: unknown) => ["[]", item] as const);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).map(([key, inner]: [string, unknown]) => [
    /^[^.[\]"\s$]+$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`,
    inner,
  ]);
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "list";
  return typeof value === "string" ? "text" : typeof value;
}

function badPath(path: string, at: number): GauntletError {
  return new GauntletError({
    code: "R007",
    what: `\`${path}\` is not a path, from character ${at + 1} on`,
    where: `--path ${path}`,
    note: "a path looks like `.findings[0].id`, `.findings[].id` or `$.summary.runs`",
    help: "`--list-paths` lists those of the document",
  });
}

function nowhere(document: unknown, path: string): GauntletError {
  const known = listPaths(document).map((found) => found.path);
  const wanted = path.replace(/^\$?\.?/, ".").replaceAll(/\[\d+\]/g, "[]");
  const near = nearestNames(wanted, known, { countMax: 3 }).map((text) => `\`${text}\``);
  return new GauntletError({
    code: "R008",
    what: `the document has nothing at \`${path}\``,
    where: `--path ${path}`,
    help:
      near.length === 0
        ? "`--list-paths` lists those of the document"
        : `did you mean ${near.join(" or ")}?`,
  });
}
