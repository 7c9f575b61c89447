import { shownText, toNumber, toText } from "./operators.ts";
import { failAt, LuaTable, type LuaValue, type Machine, typeOf } from "./values.ts";

/** The arguments of one of our functions, with the errors that Lua gives. */
export class Arguments {
  readonly all: readonly LuaValue[];
  readonly machine: Machine;
  readonly #name: string;

  constructor(name: string, all: readonly LuaValue[], machine: Machine) {
    this.#name = name;
    this.all = all;
    this.machine = machine;
  }

  text(at: number): string {
    return toText(this.all[at]) ?? this.#wrong(at, "string");
  }

  number(at: number): number {
    return toNumber(this.all[at]) ?? this.#wrong(at, "number");
  }

  numberOr(at: number, fallback: number): number {
    return this.all[at] === undefined ? fallback : this.number(at);
  }

  table(at: number): LuaTable {
    const value = this.all[at];
    return value instanceof LuaTable ? value : this.#wrong(at, "table");
  }

  /** Any value, which must be given. */
  any(at: number): LuaValue {
    return at < this.all.length ? this.all[at] : this.fail(at, "value expected");
  }

  fail(at: number, problem: string): never {
    throw failAt(this.machine, `bad argument #${at + 1} to '${this.#name}' (${problem})`);
  }

  shown(at: number): string {
    return shownText(this.all[at]);
  }

  #wrong(at: number, wanted: string): never {
    const got = at < this.all.length ? typeOf(this.all[at]) : "no value";
    return this.fail(at, `${wanted} expected, got ${got}`);
  }
}

/** A function of a library: what it makes of its arguments. */
export type Library = Readonly<Record<string, (args: Arguments) => LuaValue | readonly LuaValue[]>>;

/** A table of functions, which a script cannot change. */
export function libraryTable(library: Library): LuaTable {
  const table = new LuaTable();
  for (const [name, call] of Object.entries(library)) {
    table.set(name, (all: readonly LuaValue[], machine: Machine) => {
      const result = call(new Arguments(name, all, machine));
      return isMany(result) ? result : [result];
    });
  }
  table.isReadonly = true;
  return table;
}

// --- inside ---

function isMany(result: LuaValue | readonly LuaValue[]): result is readonly LuaValue[] {
  return Array.isArray(result);
}
