/** One step of a JSONPath: a name, a place in a list, everything, or a name at any depth. */
export type JsonStep =
  | { readonly kind: "name"; readonly name: string }
  | { readonly kind: "index"; readonly index: number }
  | { readonly kind: "all" }
  | { readonly kind: "deep"; readonly name: string };

/**
 * Reads the part of JSONPath that names places: `$.a.b[0]['c']`, `[*]`, `[-1]`, `..name`. Filters
 * and slices are left out, since an answer stands at one place. Gives undefined where it is none.
 */
export function parseJsonPath(text: string): readonly JsonStep[] | undefined {
  const steps: JsonStep[] = [];
  let rest = text.startsWith("$") ? text.slice(1) : `.${text}`;
  if (text.startsWith("[")) rest = text;
  while (rest !== "") {
    const found = step.exec(rest);
    if (found === null) return undefined;
    steps.push(stepOf(found.groups ?? {}));
    rest = rest.slice(found[0].length);
  }
  return steps;
}

/** Everything that stands at the path, in order. */
export function readJsonPath(data: unknown, steps: readonly JsonStep[]): readonly unknown[] {
  let found: readonly unknown[] = [data];
  for (const one of steps) found = found.flatMap((value) => taken(value, one));
  return found;
}

// --- inside ---

const step = new RegExp(
  [
    String.raw`^\.\.(?<deep>[\p{ID_Start}$_][\p{ID_Continue}$-]*)`,
    String.raw`^\.(?<name>[\p{ID_Start}$_][\p{ID_Continue}$-]*)`,
    String.raw`^(?:\.|\[)(?<all>\*)\]?`,
    String.raw`^\[(?<index>-?\d{1,9})\]`,
    String.raw`^\['(?<single>(?:[^'\\]|\\.)*)'\]`,
    String.raw`^\["(?<double>(?:[^"\\]|\\.)*)"\]`,
  ].join("|"),
  "u",
);

type Groups = Readonly<Record<string, string | undefined>>;

function stepOf({ deep, name, all, index, single, double }: Groups): JsonStep {
  if (deep !== undefined) return { kind: "deep", name: deep };
  if (all !== undefined) return { kind: "all" };
  if (index !== undefined) return { kind: "index", index: Number(index) };
  const quoted = (single ?? double ?? "").replaceAll(/\\(.)/gu, "$1");
  return { kind: "name", name: name ?? quoted };
}

function taken(value: unknown, one: JsonStep): readonly unknown[] {
  if (typeof value !== "object" || value === null) return [];
  switch (one.kind) {
    case "name":
      return Object.hasOwn(value, one.name) ? [Reflect.get(value, one.name)] : [];
    case "index": {
      const item: unknown = Array.isArray(value) ? value.at(one.index) : undefined;
      return item === undefined ? [] : [item];
    }
    case "all":
      return Object.values(value);
    case "deep":
      return deepOf(value, one.name);
  }
}

// A stack of our own: an answer may be nested deeper than calls can.
function deepOf(value: object, name: string): readonly unknown[] {
  const found: unknown[] = [];
  const left: unknown[] = [value];
  for (let at = left.pop(); at !== undefined; at = left.pop()) {
    if (typeof at !== "object" || at === null) continue;
    if (!Array.isArray(at) && Object.hasOwn(at, name)) found.push(Reflect.get(at, name));
    left.push(
      ...Object.values(at)
        .filter((item) => item !== null && item !== undefined)
        .toReversed(),
    );
  }
  return found;
}
