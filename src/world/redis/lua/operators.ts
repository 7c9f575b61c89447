import { generalText } from "../numbers.ts";
import { failAt, LuaTable, type LuaValue, type Machine, typeOf } from "./values.ts";

/** A text as a number, if it is one. */
export function numberIn(text: string, base = 10): number | undefined {
  const trimmed = text.trim();
  if (base !== 10) {
    const digits = trimmed.toLowerCase();
    const isGood = digits.split("").every((digit) => Number.parseInt(digit, 36) < base);
    return isGood && digits !== "" ? Number.parseInt(digits, base) : undefined;
  }
  if (/^[-+]?0x[\da-f]+$/i.test(trimmed)) {
    const isNegative = trimmed.startsWith("-");
    const size = Number(trimmed.replace(/^[-+]/, ""));
    return isNegative ? -size : size;
  }
  return /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i.test(trimmed) ? Number(trimmed) : undefined;
}

/** A value as a number, with texts that are one. */
export function toNumber(value: LuaValue): number | undefined {
  if (typeof value === "number") return value;
  return typeof value === "string" ? numberIn(value) : undefined;
}

/** A number or text as a text. */
export function toText(value: LuaValue): string | undefined {
  if (typeof value === "string") return value;
  return typeof value === "number" ? numberText(value) : undefined;
}

export function numberText(value: number): string {
  if (Number.isNaN(value)) return "-nan";
  return generalText(value, 14);
}

/** What `tostring` gives. */
export function shownText(value: LuaValue): string {
  const text = toText(value);
  if (text !== undefined) return text;
  if (typeof value === "boolean") return String(value);
  if (value === undefined) return "nil";
  // Addresses differ in every run of Redis; here they are all the same.
  return `${typeOf(value)}: 0x000000000000`;
}

/** What an error calls a value: `local 'x' (a nil value)`, or `a nil value`. */
export type Naming = (value: LuaValue) => string;

/** How a value is called that has no name. */
export const unnamed: Naming = (value) => `a ${typeOf(value)} value`;

export function index(
  of: LuaValue,
  key: LuaValue,
  { machine, naming = unnamed }: { readonly machine: Machine; readonly naming?: Naming },
): LuaValue {
  if (of instanceof LuaTable) return of.get(key);
  if (typeof of === "string") return stringMethods(machine).get(key);
  throw failAt(machine, `attempt to index ${naming(of)}`);
}

export function setIndex(
  of: LuaValue,
  { key, value }: { readonly key: LuaValue; readonly value: LuaValue },
  { machine, naming = unnamed }: { readonly machine: Machine; readonly naming?: Naming },
): void {
  if (!(of instanceof LuaTable)) throw failAt(machine, `attempt to index ${naming(of)}`);
  if (key === undefined) throw failAt(machine, "table index is nil");
  if (Number.isNaN(key)) throw failAt(machine, "table index is NaN");
  if (of.isReadonly) throw failAt(machine, "Attempt to modify a readonly table");
  of.set(key, value);
}

/** Arithmetic on numbers, and on texts that are numbers. */
export function arithmetic(
  sign: string,
  [left, right]: readonly [LuaValue, LuaValue],
  { machine, namings }: Operation,
): number {
  const first = toNumber(left);
  const second = toNumber(right);
  if (first === undefined || second === undefined) {
    const culprit = first === undefined ? namings[0](left) : namings[1](right);
    throw failAt(machine, `attempt to perform arithmetic on ${culprit}`);
  }
  switch (sign) {
    case "+":
      return first + second;
    case "-":
      return first - second;
    case "*":
      return first * second;
    case "/":
      return first / second;
    case "%":
      return first - Math.floor(first / second) * second;
    default:
      return first ** second;
  }
}

/** Where an operator stands, and how its two sides are called. */
export interface Operation {
  readonly machine: Machine;
  readonly namings: readonly [Naming, Naming];
}

export function concat(left: LuaValue, right: LuaValue, { machine, namings }: Operation): string {
  const first = toText(left);
  const second = toText(right);
  if (first !== undefined && second !== undefined) return first + second;
  const culprit = first === undefined ? namings[0](left) : namings[1](right);
  throw failAt(machine, `attempt to concatenate ${culprit}`);
}

export function isLess(left: LuaValue, right: LuaValue, machine: Machine): boolean {
  return compare(left, right, machine) === "less";
}

export function isAtMost(left: LuaValue, right: LuaValue, machine: Machine): boolean {
  const order = compare(left, right, machine);
  return order === "less" || order === "same";
}

export function lengthOf(value: LuaValue, machine: Machine): number {
  if (typeof value === "string" || value instanceof LuaTable) return value.length;
  throw failAt(machine, `attempt to get length of a ${typeOf(value)} value`);
}

// --- inside ---

function compare(
  left: LuaValue,
  right: LuaValue,
  machine: Machine,
): "less" | "same" | "more" | "none" {
  const areNumbers = typeof left === "number" && typeof right === "number";
  const areTexts = typeof left === "string" && typeof right === "string";
  if (areNumbers || areTexts) {
    if (left < right) return "less";
    if (left === right) return "same";
    return left > right ? "more" : "none";
  }
  const [first, second] = [typeOf(left), typeOf(right)];
  throw failAt(
    machine,
    first === second
      ? `attempt to compare two ${first} values`
      : `attempt to compare ${first} with ${second}`,
  );
}

function stringMethods(machine: Machine): LuaTable {
  const library = machine.globals.get("string");
  return library instanceof LuaTable ? library : new LuaTable();
}
