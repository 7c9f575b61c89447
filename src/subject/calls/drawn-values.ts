import type { NumberShape, Shape, StringShape } from "../../kernel/values/shape.ts";
import { isNumberOf } from "./number-arbitrary.ts";
import { isTextOf } from "./text-arbitrary.ts";
import { unmadeKey } from "./unmade.ts";

/**
 * Texts and numbers that a run drew so far, keys and parts of objects included. What code stores
 * under a name is asked for by that name, and a name drawn anew is hardly ever the same.
 */
export class DrawnValues {
  readonly #texts = new Set<string>();
  readonly #numbers = new Set<number>();

  /** Takes in what is in a value. */
  add(value: unknown, depth = 0): void {
    if (typeof value === "string") put(this.#texts, value);
    else if (typeof value === "number") put(this.#numbers, value);
    if (typeof value !== "object" || value === null || depth >= depthMax) return;
    if (value instanceof Map || value instanceof Set || Array.isArray(value)) {
      for (const part of [...(value as Iterable<unknown>)].slice(0, partsMax)) {
        this.add(part, depth + 1);
      }
      return;
    }
    for (const [key, part] of Object.entries(value).slice(0, partsMax)) {
      if (key === unmadeKey) continue;
      put(this.#texts, key);
      this.add(part, depth + 1);
    }
  }

  /** Those that a shape allows, in the order in which they were met. */
  of(shape: Shape): readonly (string | number)[] {
    if (shape.kind === "string") return this.#textsOf(shape);
    return shape.kind === "number" ? this.#numbersOf(shape) : [];
  }

  #textsOf(shape: StringShape): readonly string[] {
    return shape.format === undefined ? [...this.#texts].filter((it) => isTextOf(it, shape)) : [];
  }

  #numbersOf(shape: NumberShape): readonly number[] {
    return [...this.#numbers].filter((it) => isNumberOf(it, shape));
  }
}

// --- inside ---

const depthMax = 4;
const partsMax = 10;
const keptMax = 20;

function put<T>(kept: Set<T>, value: T): void {
  if (kept.size < keptMax) kept.add(value);
}
