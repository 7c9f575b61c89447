import type { ObjectShape, Shape } from "../../kernel/values/shape.ts";
import { someShape } from "./map-shape.ts";

/**
 * Why values of these shapes may be none that exist, though each part is of its declared type:
 * parts of a structure refer to each other, and parts that are drawn one by one do not agree.
 */
export function structureDoubt(
  shapes: readonly Shape[],
  definitions: ReadonlyMap<string, Shape>,
): string | undefined {
  const graph = new ShapeGraph(definitions);
  const names = graph.reachedFrom(shapes);
  const made = [...shapes, ...[...names].flatMap((name) => definitions.get(name) ?? [])];
  const doubted = made.map(doubtedInstance).find((doubt) => doubt !== undefined);
  if (doubted !== undefined) return doubted;
  const named = [...names].flatMap((name) => {
    const shape = definitions.get(name);
    return shape?.kind === "object" ? [{ name, shape }] : [];
  });
  for (const { name, shape } of named) {
    const back = graph.backLink(name, shape);
    if (back !== undefined) return inventedText(name, `its \`${back}\` leads back`);
    const shared = graph.sharedPart(name, shape);
    if (shared !== undefined) return inventedText(name, `two fields hold \`${shared}\``);
  }
  const isDeep = shapes.some((shape) => graph.nesting(shape, new Set()) >= nestingMax);
  return isDeep ? "a list of lists of lists was made up, and its parts may not agree" : undefined;
}

// --- inside ---

/** Collections in collections, without an object between: a table of lists is still data. */
const nestingMax = 4;

const backNames = /^_?(?:parent\w*|prev\w*|owner|up|back)$/i;

function inventedText(name: string, why: string): string {
  return `\`${name}\` was made up: ${why}, and its parts may not agree`;
}

class ShapeGraph {
  readonly #definitions: ReadonlyMap<string, Shape>;
  readonly #reached = new Map<string, ReadonlySet<string>>();

  constructor(definitions: ReadonlyMap<string, Shape>) {
    this.#definitions = definitions;
  }

  /** The names that values of these shapes consist of. */
  reachedFrom(shapes: readonly Shape[]): ReadonlySet<string> {
    const names = new Set<string>();
    const pending = [...shapes];
    for (let shape = pending.pop(); shape !== undefined; shape = pending.pop()) {
      for (const name of refsIn(shape)) {
        if (names.has(name)) continue;
        names.add(name);
        const found = this.#definitions.get(name);
        if (found !== undefined) pending.push(found);
      }
    }
    return names;
  }

  /** A field that leads from a part back to what holds it. */
  backLink(name: string, { fields }: ObjectShape): string | undefined {
    return fields.find(({ key, shape }) => backNames.test(key) && this.#leadsTo(shape, name))?.key;
  }

  /** A type that contains itself and that two fields hold, so that both may mean the same one. */
  sharedPart(name: string, { fields }: ObjectShape): string | undefined {
    const held = fields.map(({ shape }) => this.reachedFrom([shape]));
    const all = new Set(held.flatMap((names) => [...names]));
    return [...all].find(
      (part) =>
        this.#definitions.get(part)?.kind === "object" &&
        this.#reach(part).has(part) &&
        !this.#reach(part).has(name) &&
        held.filter((names) => names.has(part)).length > 1,
    );
  }

  /** How many collections hold each other, counted anew within an object. */
  nesting(shape: Shape, seen: ReadonlySet<string>): number {
    const within = (part: Shape): number => this.nesting(part, seen);
    switch (shape.kind) {
      case "ref": {
        const found = this.#definitions.get(shape.name);
        if (found === undefined || seen.has(shape.name)) return 0;
        return this.nesting(found, new Set([...seen, shape.name]));
      }
      case "array":
      case "set":
        return 1 + within(shape.of);
      case "record":
      case "map":
        return 1 + within(shape.value);
      case "tuple":
        return 1 + Math.max(0, ...shape.items.map((item) => within(item.shape)));
      case "union":
        return Math.max(0, ...shape.of.map(within));
      case "object": {
        const deepest = Math.max(0, ...shape.fields.map((field) => within(field.shape)));
        return deepest >= nestingMax ? deepest : 0;
      }
      default:
        return 0;
    }
  }

  #leadsTo(shape: Shape, name: string): boolean {
    return this.reachedFrom([shape]).has(name);
  }

  #reach(name: string): ReadonlySet<string> {
    const known = this.#reached.get(name);
    if (known !== undefined) return known;
    const shape = this.#definitions.get(name);
    const found = shape === undefined ? new Set<string>() : this.reachedFrom([shape]);
    this.#reached.set(name, found);
    return found;
  }
}

function doubtedInstance(shape: Shape): string | undefined {
  let doubt: string | undefined;
  someShape(shape, (one) => {
    if (one.kind === "instance") doubt ??= one.doubt;
    return false;
  });
  return doubt;
}

/** The names in data; what a function gives back or a constructor takes is made apart. */
function refsIn(shape: Shape): readonly string[] {
  const names: string[] = [];
  someShape(dataOnly(shape), (one) => {
    if (one.kind === "ref") names.push(one.name);
    return false;
  });
  return names;
}

function dataOnly(shape: Shape): Shape {
  switch (shape.kind) {
    case "function":
    case "instance":
      return { kind: "null" };
    case "object": {
      const fields = shape.fields.filter(({ shape: { kind } }) => kind !== "function");
      return { ...shape, fields: fields.filter(({ shape: { kind } }) => kind !== "instance") };
    }
    case "union":
      return { ...shape, of: shape.of.map(dataOnly) };
    default:
      return shape;
  }
}
