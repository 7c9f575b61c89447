import { GauntletError } from "../errors/gauntlet-error.ts";
import { literalText } from "./literal-text.ts";

/**
 * Reads the keys of one parsed JSON object strictly: each key has one type, each is asked for, and
 * `done` complains about the rest. What is wrong is thrown without a place; the caller knows it.
 */
export class Fields {
  readonly #record: Readonly<Record<string, unknown>>;
  readonly #owner: string;
  readonly #left: Set<string>;

  constructor(value: unknown, owner: string) {
    if (!isRecord(value)) throw badShape(`${owner} must be a JSON object`, value);
    this.#record = value;
    this.#owner = owner;
    this.#left = new Set(Object.keys(value));
  }

  /** Whether a key is there at all. */
  has(key: string): boolean {
    return Object.hasOwn(this.#record, key);
  }

  /** Any text. */
  text(key: string): string {
    const value = this.#take(key);
    if (typeof value === "string") return value;
    throw this.#bad(key, "must be text");
  }

  /** One of a closed list of words. */
  word<T extends string>(key: string, words: readonly T[]): T {
    const value = this.#take(key);
    const found = words.find((word) => word === value);
    if (found !== undefined) return found;
    throw this.#bad(key, `must be one of ${words.join(", ")}`);
  }

  /** True or false. */
  flag(key: string): boolean {
    const value = this.#take(key);
    if (typeof value === "boolean") return value;
    throw this.#bad(key, "must be true or false");
  }

  /** A whole number that is exact, from `min` on. */
  whole(key: string, min: number = Number.MIN_SAFE_INTEGER): number {
    const value = this.#take(key);
    if (typeof value === "number" && Number.isSafeInteger(value) && value >= min) return value;
    const range = min === Number.MIN_SAFE_INTEGER ? "" : `, ${min} or above`;
    throw this.#bad(key, `must be a whole number${range}`);
  }

  /** A list whose items `parse` accepts; it gives undefined for one that does not belong. */
  list<T>(key: string, parse: (item: unknown) => T | undefined, items: string): readonly T[] {
    const value = this.#take(key);
    if (!Array.isArray(value)) throw this.#bad(key, `must be a list of ${items}`);
    return value.map((item) => {
      const parsed = parse(item);
      if (parsed !== undefined) return parsed;
      throw badShape(`\`${key}\` of ${this.#owner} must hold only ${items}`, item);
    });
  }

  /** An object whose every value is one that `parse` accepts. */
  record<T>(
    key: string,
    parse: (item: unknown) => T | undefined,
    items: string,
  ): Record<string, T> {
    const value = this.#take(key);
    if (!isRecord(value)) throw this.#bad(key, "must be a JSON object");
    const entries = Object.entries(value).map(([name, item]): [string, T] => {
      const parsed = parse(item);
      if (parsed !== undefined) return [name, parsed];
      throw badShape(`\`${key}.${name}\` of ${this.#owner} must be ${items}`, item);
    });
    return Object.fromEntries(entries);
  }

  /** An object of its own. */
  fields(key: string): Fields {
    return new Fields(this.#take(key), `\`${key}\` of ${this.#owner}`);
  }

  /** Whatever is there, for a parser of its own. */
  raw(key: string): unknown {
    return this.#take(key);
  }

  /** Says that every key was read; one that was not does not belong. */
  done(): void {
    for (const key of this.#left) throw badShape(`${this.#owner} has the unknown key \`${key}\``);
  }

  #take(key: string): unknown {
    if (!this.has(key)) throw badShape(`${this.#owner} has no \`${key}\``);
    this.#left.delete(key);
    return this.#record[key];
  }

  #bad(key: string, rule: string): GauntletError {
    return badShape(`\`${key}\` of ${this.#owner} ${rule}`, this.#record[key]);
  }
}

/** An error about a line that is whole but does not say what a line may say. */
export function badShape(what: string, ...found: [value?: unknown]): GauntletError {
  const note = found.length > 0 ? `found \`${literalText(found[0])}\`` : undefined;
  return new GauntletError({ code: "T004", what, note });
}

// --- inside ---

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
