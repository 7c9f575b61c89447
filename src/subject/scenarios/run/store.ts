import { nearestNames } from "../../config/nearest-name.ts";
import { partPattern, wholePattern } from "../interpolation.ts";
import { harnessError } from "./step-failure.ts";

/** The names and values of one run, and the texts that use them. */
export class Store {
  #values: Map<string, unknown> = new Map();

  get(name: string): unknown {
    return this.#values.get(name);
  }

  has(name: string): boolean {
    return this.#values.has(name);
  }

  set(name: string, value: unknown): void {
    this.#values.set(name, value);
  }

  /** Remembers everything as it is now; calling the result goes back to it. */
  snapshot(): () => void {
    const kept = new Map(this.#values);
    return () => (this.#values = new Map(kept));
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
    if (!this.#values.has(name)) throw this.#unknown(name);
    let value = this.#values.get(name);
    for (const step of steps) {
      const isThere = typeof value === "object" && value !== null && Object.hasOwn(value, step);
      if (!isThere) {
        throw harnessError(
          "unknown_variable",
          `\`\${${reference}}\` leads nowhere: there is no \`${step}\``,
        );
      }
      value = (value as Record<string, unknown>)[step];
    }
    return value;
  }

  #unknown(name: string): Error {
    const [nearest] = nearestNames(name, [...this.#values.keys()], { countMax: 1 });
    const help = nearest === undefined ? "" : `; did you mean \`${nearest}\`?`;
    return harnessError("unknown_variable", `nothing is called \`${name}\` here${help}`);
  }
}
