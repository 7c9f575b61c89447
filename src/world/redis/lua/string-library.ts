import { generalText } from "../numbers.ts";
import { type Arguments, type Library } from "./arguments.ts";
import { shownText, toText } from "./operators.ts";
import { findPattern, type PatternMatch } from "./patterns.ts";
import { callValue, countStep, failAt, LuaTable, type LuaValue } from "./values.ts";

/** The `string` of Lua. */
export const stringLibrary: Library = {
  len: (args) => args.text(0).length,
  lower: (args) => args.text(0).replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase()),
  upper: (args) => args.text(0).replaceAll(/[a-z]/g, (letter) => letter.toUpperCase()),
  rep: repeat,
  reverse: (args) => args.text(0).split("").toReversed().join(""),
  sub: (args) => slice(args.text(0), args.number(1), args.numberOr(2, -1)),
  byte: bytes,
  char: (args) => args.all.map((_code, at) => String.fromCharCode(args.number(at) & 255)).join(""),
  find,
  match: (args) => firstMatch(args),
  gmatch: eachMatch,
  gsub: replace,
  format,
};

// --- inside ---

const textBytesMax = 64 * 1_024 * 1_024;

function repeat(args: Arguments): string {
  const count = Math.max(0, Math.trunc(args.number(1)));
  if (args.text(0).length * count > textBytesMax) {
    throw failAt(args.machine, "resulting string too large");
  }
  return args.text(0).repeat(count);
}

/** Positions count from 1, negative ones from the end. */
function slice(text: string, from: number, to: number): string {
  const low = from < 0 ? Math.max(text.length + from, 0) : Math.max(from - 1, 0);
  const high = to < 0 ? text.length + to + 1 : to;
  return text.slice(low, Math.max(low, high));
}

function bytes(args: Arguments): LuaValue[] {
  const from = args.numberOr(1, 1);
  const part = slice(args.text(0), from, args.numberOr(2, from));
  return part.split("").map((character) => character.charCodeAt(0));
}

function startOf(args: Arguments, at: number): number {
  const start = args.numberOr(at, 1);
  const { length } = args.text(0);
  return start < 0 ? Math.max(0, length + start) : Math.max(0, start - 1);
}

function find(args: Arguments): LuaValue[] {
  const [text, pattern] = [args.text(0), args.text(1)];
  const from = startOf(args, 2);
  if (from > text.length) return [undefined];
  const isPlain = args.all[3] !== undefined && args.all[3] !== false;
  if (isPlain || !/[\^$*+?.()[%-]/.test(pattern)) {
    const at = text.indexOf(pattern, from);
    return at === -1 ? [undefined] : [at + 1, at + pattern.length];
  }
  const found = findPattern(text, pattern, { from, machine: args.machine });
  return found === undefined ? [undefined] : [found.start + 1, found.end, ...found.captures];
}

function capturesOf(text: string, { start, end, captures }: PatternMatch): readonly LuaValue[] {
  return captures.length > 0 ? captures : [text.slice(start, end)];
}

function firstMatch(args: Arguments): readonly LuaValue[] {
  const text = args.text(0);
  const from = startOf(args, 2);
  const found = findPattern(text, args.text(1), { from, machine: args.machine });
  return found === undefined ? [undefined] : capturesOf(text, found);
}

function eachMatch(args: Arguments): LuaValue {
  const [text, pattern] = [args.text(0), args.text(1)];
  let from = 0;
  return (_given, machine) => {
    if (from > text.length) return [undefined];
    const found = findPattern(text, pattern, { from, machine });
    if (found === undefined) return [undefined];
    from = found.end > found.start ? found.end : found.end + 1;
    return capturesOf(text, found);
  };
}

function replace(args: Arguments): LuaValue[] {
  const [text, pattern] = [args.text(0), args.text(1)];
  const max = args.numberOr(3, Number.POSITIVE_INFINITY);
  let result = "";
  let from = 0;
  let count = 0;
  while (count < max) {
    countStep(args.machine);
    const found = findPattern(text, pattern, { from, machine: args.machine });
    if (found === undefined) break;
    count += 1;
    const matched = text.slice(found.start, found.end);
    result += text.slice(from, found.start) + replacement(args, matched, capturesOf(text, found));
    from = found.end;
    if (found.end === found.start) {
      result += text[from] ?? "";
      from += 1;
    }
    if (from > text.length || pattern.startsWith("^")) break;
  }
  return [result + text.slice(from), count];
}

function replacement(args: Arguments, matched: string, captures: readonly LuaValue[]): string {
  const by = args.all[2];
  if (typeof by === "string" || typeof by === "number") {
    return (toText(by) ?? "").replaceAll(/%(.)/gs, (_whole, sign: string) => {
      if (sign === "0") return matched;
      return /\d/.test(sign) ? shownText(captures[Number(sign) - 1]) : sign;
    });
  }
  const value =
    by instanceof LuaTable
      ? by.get(captures[0])
      : typeof by === "function"
        ? callValue(by, captures, args.machine)[0]
        : args.fail(2, "string/function/table expected");
  if (value === undefined || value === false) return matched;
  const text = toText(value);
  if (text !== undefined) return text;
  throw failAt(args.machine, "invalid replacement value");
}

function format(args: Arguments): string {
  let at = 0;
  return args.text(0).replaceAll(directives, (...found) => {
    const [whole, flags = "", width = "", digits, kind = ""] = found as (string | undefined)[];
    if (whole === "%%") return "%";
    at += 1;
    const text = formatted(args, { at, kind, digits, flags });
    if (text !== undefined) return padded(text, { flags, width: Number(width), kind });
    throw failAt(args.machine, `invalid option '%${kind}' to 'format'`);
  });
}

const directives = /%(?:%|([-+ #0]*)(\d*)(?:\.(\d*))?([A-Za-z]))/g;

interface Directive {
  readonly at: number;
  readonly kind: string;
  readonly digits: string | undefined;
  readonly flags: string;
}

function formatted(args: Arguments, { at, kind, digits, flags }: Directive): string | undefined {
  if (kind === "s") {
    args.any(at);
    const text = args.shown(at);
    return digits === undefined ? text : text.slice(0, Number(digits));
  }
  if (kind === "q") return `"${args.text(at).replaceAll(/["\\\n]/g, (sign) => `\\${sign}`)}"`;
  if (kind === "c") return String.fromCharCode(args.number(at) & 255);
  const value = args.number(at);
  const sign =
    value >= 0 && flags.includes("+") ? "+" : value >= 0 && flags.includes(" ") ? " " : "";
  switch (kind) {
    case "d":
    case "i":
      return (
        sign + wholeText(value).replace(/\d+/, (all) => all.padStart(Number(digits ?? 0), "0"))
      );
    case "u":
      return wholeText(value);
    case "x":
      return (flags.includes("#") ? "0x" : "") + Math.trunc(value).toString(16);
    case "X":
      return Math.trunc(value).toString(16).toUpperCase();
    case "o":
      return Math.trunc(value).toString(8);
    case "f":
      return (
        sign + (Number.isFinite(value) ? value.toFixed(Number(digits ?? 6)) : shownText(value))
      );
    case "e":
    case "E": {
      const text = value.toExponential(Number(digits ?? 6)).replace(/e([-+])(\d)$/, "e$10$2");
      return sign + (kind === "e" ? text : text.toUpperCase());
    }
    case "g":
    case "G":
      return sign + generalText(value, Number(digits ?? 6) || 1);
    default:
      return undefined;
  }
}

function wholeText(value: number): string {
  return Number.isFinite(value) ? String(BigInt(Math.trunc(value))) : "-9223372036854775808";
}

function padded(
  text: string,
  { flags, width, kind }: { readonly flags: string; readonly width: number; readonly kind: string },
): string {
  if (flags.includes("-")) return text.padEnd(width);
  const isNumber = /[diuxXofeEgG]/.test(kind);
  if (!flags.includes("0") || !isNumber) return text.padStart(width);
  const [sign = ""] = /^[-+ ]?/.exec(text) ?? [];
  return sign + text.slice(sign.length).padStart(width - sign.length, "0");
}
