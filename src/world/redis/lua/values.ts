/** A value of Lua; texts are bytes, one character each, and `undefined` is nil. */
export type LuaValue = undefined | boolean | number | string | LuaTable | LuaFunction;

/** A function: of the script, or one of ours. */
export type LuaFunction = (args: readonly LuaValue[], machine: Machine) => readonly LuaValue[];

/** What runs a script: where it is and how much it has done. */
export interface Machine {
  line: number;
  steps: number;
  depth: number;
  readonly globals: LuaTable;
}

/** An error in a script; its value may be any. */
export class LuaError extends Error {
  override readonly name: string = "LuaError";
  readonly value: LuaValue;

  constructor(value: LuaValue) {
    super(typeof value === "string" ? value : "a Lua error");
    this.value = value;
  }
}

/** Something of Lua or of Redis that scripts cannot have here. */
export class LuaUncovered extends Error {
  override readonly name: string = "LuaUncovered";
}

/** How much one script may do: calls and turns of loops. */
export const stepsMax = 5_000_000;
/** How deep calls may go; ours are deeper on the stack than those of Lua. */
const depthMax = 190;

/** Takes note of a call or a turn of a loop. */
export function countStep(machine: Machine): void {
  machine.steps += 1;
  if (machine.steps > stepsMax) {
    throw new LuaUncovered(`a script that does more than ${stepsMax} steps`);
  }
}

/** Calls a value, which must be a function. */
export function callValue(
  called: LuaValue,
  args: readonly LuaValue[],
  machine: Machine,
): readonly LuaValue[] {
  if (typeof called !== "function")
    throw failAt(machine, `attempt to call a ${typeOf(called)} value`);
  countStep(machine);
  machine.depth += 1;
  if (machine.depth > depthMax) {
    machine.depth = 0;
    throw failAt(machine, "stack overflow");
  }
  try {
    return called(args, machine);
  } finally {
    machine.depth -= 1;
  }
}

/** An error with its place, as the script sees it. */
export function failAt(machine: Machine, message: string): LuaError {
  return new LuaError(`user_script:${machine.line}: ${message}`);
}

/** A table: what is numbered from 1 on lies in an array. */
export class LuaTable {
  readonly list: LuaValue[] = [];
  readonly #rest = new Map<LuaValue, LuaValue>();
  isReadonly = false;
  /** Whether it is not a table to a script but a thing without parts. */
  isOpaque = false;

  static of(list: readonly LuaValue[]): LuaTable {
    const table = new LuaTable();
    for (const [at, value] of list.entries()) table.set(at + 1, value);
    return table;
  }

  get(key: LuaValue): LuaValue {
    if (typeof key === "number" && key >= 1 && key <= this.list.length) {
      const at = Math.trunc(key);
      if (at === key) return this.list[at - 1];
    }
    return this.#rest.get(key);
  }

  set(key: LuaValue, value: LuaValue): void {
    if (typeof key === "number" && this.#setNumbered(key, value)) return;
    if (value === undefined) this.#rest.delete(key);
    else this.#rest.set(key, value);
  }

  /** A border, as `#` gives it. */
  get length(): number {
    return this.list.length;
  }

  /** The keys and values: numbered ones first, then as they came. */
  *entries(): Generator<[LuaValue, LuaValue]> {
    for (let at = 0; at < this.list.length; at++) {
      if (this.list[at] !== undefined) yield [at + 1, this.list[at]];
    }
    for (const entry of this.#rest) yield entry;
  }

  #setNumbered(key: number, value: LuaValue): boolean {
    const { list } = this;
    if (key >= 1 && key <= list.length && Number.isInteger(key)) {
      list[key - 1] = value;
      while (list.length > 0 && list.at(-1) === undefined) list.pop();
      return true;
    }
    if (key !== list.length + 1 || value === undefined) return false;
    list.push(value);
    this.#rest.delete(key);
    // What was set out of order joins the array when its turn has come.
    for (let next = key + 1; this.#rest.has(next); next++) {
      list.push(this.#rest.get(next));
      this.#rest.delete(next);
    }
    return true;
  }
}

export function typeOf(value: LuaValue): string {
  if (value === undefined) return "nil";
  if (value instanceof LuaTable) return value.isOpaque ? "userdata" : "table";
  return typeof value;
}

export function isTrue(value: LuaValue): boolean {
  return value !== undefined && value !== false;
}
