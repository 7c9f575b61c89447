import { type Check, eitherOf, type Names, type Value } from "./value.ts";

/** The names of one block and what was checked in it; what is checked in a branch stays there. */
export class Scope implements Names {
  readonly above: Scope | undefined;
  readonly checks: Check[] = [];
  readonly #values = new Map<string, Value>();

  constructor(above?: Scope) {
    this.above = above;
  }

  declare(name: string, value: Value): void {
    this.#values.set(name, value);
  }

  find(name: string): Value | undefined {
    const holder = this.holderOf(name);
    return holder === undefined ? undefined : holder.#values.get(name);
  }

  assign(name: string, value: Value): void {
    const holder = this.holderOf(name);
    if (holder === undefined) return;
    const before = holder.#values.get(name);
    const isCertain = holder === this || before === undefined;
    holder.#values.set(name, isCertain ? value : eitherOf([value, before]));
  }

  activeChecks(): readonly Check[] {
    return [...this.checks, ...(this.above?.activeChecks() ?? [])];
  }

  inner(): Names {
    return new Scope(this);
  }

  /** Who declares a name, seen from here. */
  holderOf(name: string): Scope | undefined {
    return this.#values.has(name) ? this : this.above?.holderOf(name);
  }
}
