/** Where a name of a script is found. */
export type LuaVariable =
  | { readonly kind: "local" | "upvalue"; readonly at: number }
  | { readonly kind: "global" };

/** The names of one function while it is compiled. */
export class FunctionScope {
  readonly #parent: FunctionScope | undefined;
  readonly #blocks: Map<string, number>[] = [new Map()];
  readonly #upvalues = new Map<string, number>();
  /** For each name from outside: where the function around has it. */
  readonly captured: LuaVariable[] = [];
  readonly hasVarargs: boolean;
  #slots = 0;

  constructor(parent: FunctionScope | undefined, hasVarargs: boolean) {
    this.#parent = parent;
    this.hasVarargs = hasVarargs;
  }

  /** Compiles something with names of its own. */
  block<T>(compile: () => T): T {
    this.#blocks.push(new Map());
    try {
      return compile();
    } finally {
      this.#blocks.pop();
    }
  }

  /** Every declaration has a slot of its own: closures keep cells, and no slot is used twice. */
  declare(name: string): number {
    const at = this.#slots;
    this.#slots += 1;
    this.#blocks.at(-1)?.set(name, at);
    return at;
  }

  find(name: string): LuaVariable {
    const local = this.#local(name);
    if (local !== undefined) return { kind: "local", at: local };
    // The function around waits while this one is compiled, so its names stay where they are.
    const known = this.#upvalues.get(name);
    if (known !== undefined) return { kind: "upvalue", at: known };
    const outside = this.#parent?.find(name) ?? { kind: "global" };
    if (outside.kind === "global") return outside;
    const at = this.captured.push(outside) - 1;
    this.#upvalues.set(name, at);
    return { kind: "upvalue", at };
  }

  #local(name: string): number | undefined {
    for (let at = this.#blocks.length - 1; at >= 0; at--) {
      const slot = this.#blocks[at]?.get(name);
      if (slot !== undefined) return slot;
    }
    return undefined;
  }
}
