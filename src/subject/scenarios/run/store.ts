import { nearestNames } from "../../../config/nearest-name.ts";
import { partPattern, wholePattern } from "../interpolation.ts";
import { harnessError } from "./step-failure.ts";
import type { UndoLog } from "./undo-log.ts";

/** The names and values of one run, and the texts that use them. */
export class Store {
  readonly #values: Map<string, unknown>;
  /** Names that only some steps see, in front of those that all see. */
  readonly #own: Map<string, unknown>;
  readonly #logs: readonly UndoLog[];

  constructor(parts: StoreParts = {}) {
    this.#values = parts.values ?? new Map();
    this.#own = parts.own ?? new Map();
    this.#logs = parts.logs ?? [];
  }

  /** The same values, with a name in front of them that only its user sees. */
  naming(name: string, value: unknown): Store {
    const own = new Map([...this.#own, [name, value]]);
    return new Store({ values: this.#values, own, logs: this.#logs });
  }

  /** The same values; what is set through it is noted. */
  logging(log: UndoLog): Store {
    return new Store({ values: this.#values, own: this.#own, logs: [...this.#logs, log] });
  }

  get(name: string): unknown {
    return this.#holding(name).get(name);
  }

  has(name: string): boolean {
    return this.#holding(name).has(name);
  }

  set(name: string, value: unknown): void {
    const values = this.#holding(name);
    for (const log of this.#logs) log.note(values, name, value);
    values.set(name, value);
  }

  /** Remembers everything as it is now; calling the result goes back to it. */
  snapshot(): () => void {
    const restores = [this.#values, this.#own].map((values) => {
      const kept = [...values];
      return () => {
        values.clear();
        for (const [name, value] of kept) values.set(name, value);
      };
    });
    return () => {
      for (const restore of restores) restore();
    };
  }

  #holding(name: string): Map<string, unknown> {
    return this.#own.has(name) ? this.#own : this.#values;
  }

  /** Fills `${name}` in every text of some data; a text that is nothing else becomes the value. */
  fill(data: unknown): unknown {
    if (typeof data === "string") return this.#fillData(data);
    if (Array.isArray(data)) return data.map((item) => this.fill(item));
    if (typeof data !== "object" || data === null) return data;
    return Object.fromEntries(Object.entries(data).map(([key, item]) => [key, this.fill(item)]));
  }

  /** Fills `${name}` and stays text, in every text of some data. */
  fillText<Data>(data: Data): Data;
  fillText(data: unknown): unknown {
    if (typeof data === "string") return this.#fillIn(data);
    if (Array.isArray(data)) return data.map((item) => this.fillText(item as unknown));
    if (typeof data !== "object" || data === null) return data;
    const entries = Object.entries(data).map(([key, item]) => [
      key,
      this.fillText(item as unknown),
    ]);
    return Object.fromEntries(entries);
  }

  #fillData(text: string): unknown {
    const whole = wholePattern.exec(text);
    return whole?.[1] === undefined ? this.#fillIn(text) : this.#find(whole[1]);
  }

  #fillIn(text: string): string {
    if (!text.includes("${")) return text;
    return text.replace(partPattern, (part, name: string | undefined) => {
      if (name === undefined) return part.slice(1); // `$${` stands for `${`
      const value = this.#find(name);
      return typeof value === "string" ? value : (JSON.stringify(value) ?? String(value));
    });
  }

  #find(reference: string): unknown {
    const [name = "", ...steps] = reference
      .split(/\.|\[(\d+)\]/u)
      .filter((part) => part !== "" && part !== undefined);
    if (!this.has(name)) throw this.#unknown(name);
    let value = this.get(name);
    for (const step of steps) {
      const isThere = typeof value === "object" && value !== null && Object.hasOwn(value, step);
      if (!isThere) {
        throw harnessError(
          "unknown_variable",
          `\`\${${reference}}\` cannot be resolved: there is no \`${step}\``,
        );
      }
      value = (value as Record<string, unknown>)[step];
    }
    return value;
  }

  #unknown(name: string): Error {
    const [nearest] = nearestNames(name, [...this.#own.keys(), ...this.#values.keys()], {
      countMax: 1,
    });
    const help = nearest === undefined ? "" : `; did you mean \`${nearest}\`?`;
    return harnessError("unknown_variable", `nothing is called \`${name}\` here${help}`);
  }
}

// --- inside ---

interface StoreParts {
  readonly values?: Map<string, unknown>;
  readonly own?: Map<string, unknown>;
  readonly logs?: readonly UndoLog[];
}
