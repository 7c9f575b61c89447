import { smallerLiterals } from "../../kernel/values/smaller-literals.ts";
import type { StringShape } from "../../kernel/values/shape.ts";
import { matchWithin } from "../../world/within-time.ts";
import type * as FastCheck from "fast-check";
import { type Arbitrary, fastCheck } from "./fast-check.ts";

/** Texts of a shape: short ones, words that mean something to JavaScript, odd characters. */
export function textArbitrary(shape: StringShape): Arbitrary {
  const { pattern, format } = shape;
  if (pattern !== undefined) return matching(pattern, shape);
  const ofFormat = format === undefined ? undefined : formatArbitrary(format);
  if (ofFormat !== undefined) return limited(ofFormat, shape);
  return freeText(shape);
}

/** Keys of objects: words, numbers, and the names that every object inherits. */
export function keyArbitrary(): Arbitrary {
  const fc = fastCheck();
  return fc.oneof(
    { withCrossShrink: true },
    { arbitrary: fc.constantFrom("a", "b", "c", "id", "name", "0", "1"), weight: 8 },
    { arbitrary: freeText({ kind: "string", lengthMin: 0, lengthMax: 8 }), weight: 4 },
    { arbitrary: fc.constantFrom(...inheritedNames), weight: 2 },
  );
}

/** Whether a text is one of a shape; a format that is not known says nothing. */
export function isTextOf(value: string, { lengthMin, lengthMax, pattern }: StringShape): boolean {
  if (lengthMin !== undefined && value.length < lengthMin) return false;
  if (lengthMax !== undefined && value.length > lengthMax) return false;
  if (pattern === undefined || endless.has(pattern)) return true;
  const expression = expressionOf(pattern);
  if (expression === undefined) return true;
  const done = matchWithin(expression, value);
  if (done === undefined) endless.add(pattern);
  return done === undefined || done.value !== null;
}

/** The expression of a pattern, or undefined where there is no such expression. */
export function expressionOf(pattern: string): RegExp | undefined {
  for (const flags of ["u", ""]) {
    try {
      return new RegExp(pattern, flags);
    } catch {
      // The other flags may do.
    }
  }
  return undefined;
}

// --- inside ---

/** Patterns that did not end in time say nothing of a text, as formats that are not known. */
const endless = new Set<string>();

const inheritedNames = ["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf"];

/** Paths into what every object inherits. */
export const inheritedPaths: readonly string[] = ["__proto__.a", "constructor.prototype.a"];

const edgeTexts: readonly string[] = [
  "",
  " ",
  "\t",
  "\n",
  "\r\n",
  " a ",
  "0",
  "-0",
  "1",
  "-1",
  "1.5",
  "1,5",
  "1e3",
  "1e400",
  "NaN",
  "Infinity",
  "0x10",
  "007",
  "9007199254740993",
  "null",
  "undefined",
  "true",
  "false",
  "[object Object]",
  "{}",
  "[]",
  "a,b",
  "a=b&c=d",
  "a/b",
  "../a",
  "C:\\a",
  "%",
  "%00",
  "$&",
  "\\",
  "'",
  '"',
  "`",
  "<b>",
  "\u0000",
  "\uFEFF",
  "\u00A0",
  "\u200B",
  "\uD800",
  "\uDC00a",
  "é",
  "e\u0301",
  "İ",
  "ß",
  "ﬁ",
  "😀",
  "👨‍👩‍👧",
  "\u202Eabc",
  ...inheritedNames,
  ...inheritedPaths,
];

/** The longest text that is made of units one by one, and the longest at all. */
const shortLength = 10;
const longLength = 2_000;

/**
 * How often, of sixteen: names that are met twice, because much goes wrong with them, then plain
 * characters, known texts, what texts are taken apart by, any code units, long repeated ones.
 */
const kinds = { names: 2, plain: 7, edges: 12, pieces: 13, units: 15 };
const pieces = ",\n;=&:.-/ |#?@\"'{}()[]a1";
const names = ["", "a", "b"];

/**
 * One arbitrary for all texts: fast-check's own tell by long searches whether they could have given
 * a text, and that is asked of every guess.
 */
function freeText(shape: StringShape): Arbitrary {
  const fc = fastCheck();
  const { lengthMin = 0, lengthMax = Number.POSITIVE_INFINITY } = shape;
  const edges = edgeTexts.filter((text) => isTextOf(text, shape));
  const shortMax = Math.min(lengthMax, lengthMin + shortLength);
  const longMax = Math.min(lengthMax, Math.max(lengthMin, longLength));
  type Random = Parameters<Arbitrary["generate"]>[0];
  const lengthOf = (random: Random, max: number): number =>
    random.nextInt(lengthMin, random.nextInt(lengthMin, max));
  const draw = (random: Random): string => {
    const kind = random.nextInt(0, 15);
    if (kind < kinds.names && lengthMin <= 1 && shortMax >= 1) {
      return names[random.nextInt(lengthMin, names.length - 1)] ?? "";
    }
    if (kind >= kinds.plain && kind < kinds.edges && edges.length > 0) {
      return edges[random.nextInt(0, edges.length - 1)] ?? "";
    }
    if (kind >= kinds.pieces && kind < kinds.units) {
      const count = random.nextInt(2, 6);
      const text = Array.from({ length: count }, () => pieces.charAt(random.nextInt(0, 23)));
      return text.join("").slice(0, shortMax).padEnd(lengthMin, "a");
    }
    if (kind >= kinds.units) {
      const part = repeatedParts[random.nextInt(0, repeatedParts.length - 1)] ?? "a";
      const length = random.nextInt(lengthMin, longMax);
      return part.repeat(Math.ceil(length / part.length)).slice(0, length);
    }
    const codes = Array.from({ length: lengthOf(random, shortMax) }, () =>
      kind < kinds.plain ? plainCode(random.nextInt(0, 94)) : random.nextInt(0, 0xffff),
    );
    return String.fromCharCode(...codes);
  };
  class Texts extends fc.Arbitrary<string> {
    override generate(random: Random): FastCheck.Value<string> {
      return new fc.Value(draw(random), undefined);
    }

    override canShrinkWithoutContext(value: unknown): value is string {
      return typeof value === "string" && isTextOf(value, shape);
    }

    override shrink(value: string): FastCheck.Stream<FastCheck.Value<string>> {
      const fits = (text: unknown): text is string =>
        typeof text === "string" && isTextOf(text, shape);
      return fc
        .stream(smallerLiterals(value))
        .filter(fits)
        .map((text) => new fc.Value(text, undefined));
    }
  }
  return new Texts();
}

const repeatedParts = ["a", " ", "0", "ab", "(", "é", "\n"];

/** Letters first: `a` is the simplest of all. */
function plainCode(at: number): number {
  return 0x20 + ((at + 0x41) % 95);
}

function matching(pattern: string, shape: StringShape): Arbitrary {
  const fc = fastCheck();
  const expression = expressionOf(pattern);
  if (expression === undefined) return freeText({ kind: "string" });
  try {
    return limited(fc.stringMatching(expression), shape);
  } catch {
    // Expressions that fast-check cannot read, such as those that look behind.
    return freeText(shape).filter((text) => isTextOf(String(text), shape));
  }
}

function limited(arbitrary: Arbitrary, shape: StringShape): Arbitrary {
  if (shape.lengthMin === undefined && shape.lengthMax === undefined) return arbitrary;
  return arbitrary.filter((text) => isTextOf(String(text), shape));
}

function formatArbitrary(format: string): Arbitrary | undefined {
  const fc = fastCheck();
  const year = { min: new Date("1970-01-01"), max: new Date("2100-01-01"), noInvalidDate: true };
  const date = fc.date(year).map((value) => value.toISOString());
  switch (format) {
    case "email":
    case "idn-email":
      return fc.oneof(fc.constantFrom("a@b.co", "a+b@example.com"), fc.emailAddress());
    case "uuid":
    case "guid":
      return fc.uuid();
    case "date-time":
      return date;
    case "date":
      return date.map((text) => text.slice(0, 10));
    case "time":
      return date.map((text) => text.slice(11));
    case "uri":
    case "url":
    case "uri-reference":
      return fc.webUrl({ withQueryParameters: true, withFragments: true });
    case "hostname":
      return fc.domain();
    case "ipv4":
      return fc.ipV4();
    case "ipv6":
      return fc.ipV6();
    case "base64":
      return fc.base64String();
    default:
      return undefined;
  }
}
