import type { Shape } from "../../kernel/values/shape.ts";

/** Whether what is drawn for a shape is its value already, and nothing in it has to be made. */
export function isPlainShape(shape: Shape, definitions: Readonly<Record<string, Shape>>): boolean {
  return new Search(definitions).isPlain(shape);
}

// --- inside ---

class Search {
  readonly #definitions: Readonly<Record<string, Shape>>;
  readonly #seen = new Set<string>();

  constructor(definitions: Readonly<Record<string, Shape>>) {
    this.#definitions = definitions;
  }

  isPlain(shape: Shape): boolean {
    switch (shape.kind) {
      case "symbol":
      case "promise":
      case "iterable":
      case "function":
      case "instance":
      case "schema":
      case "blocked":
      case "weak":
        return false;
      case "bytes":
        return shape.type === "Uint8Array" || shape.type === "ArrayBufferView";
      case "builtin":
        return shape.name === "Date";
      case "union":
        return shape.isOpen !== true && shape.of.every((option) => this.isPlain(option));
      case "array":
        // Where undefined is allowed there may be holes, and those are made.
        return shape.of.kind !== "union" && this.isPlain(shape.of);
      case "set":
        return this.isPlain(shape.of);
      case "tuple":
        return [...shape.items.map((item) => item.shape), shape.rest ?? noShape].every((part) =>
          this.isPlain(part),
        );
      case "object":
        return [...shape.fields.map((field) => field.shape), shape.rest ?? noShape].every((part) =>
          this.isPlain(part),
        );
      case "record":
      case "map":
        return this.isPlain(shape.key) && this.isPlain(shape.value);
      case "ref":
        return this.#isPlainName(shape.name);
      default:
        return true;
    }
  }

  #isPlainName(name: string): boolean {
    if (this.#seen.has(name)) return true; // looked at further up
    this.#seen.add(name);
    const shape = this.#definitions[name];
    return shape !== undefined && this.isPlain(shape);
  }
}

const noShape: Shape = { kind: "null" };
