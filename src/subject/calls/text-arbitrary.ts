import type { StringShape } from "../../kernel/shape.ts";
import { type Arbitrary, fastCheck, type FastCheckModule } from "./fast-check.ts";

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
  const expression = pattern === undefined ? undefined : expressionOf(pattern);
  return expression === undefined || expression.test(value);
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

const inheritedNames = ["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf"];

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
];

function freeText(shape: StringShape): Arbitrary {
  const fc = fastCheck();
  const { lengthMin = 0, lengthMax } = shape;
  const limits = {
    minLength: lengthMin,
    ...(lengthMax === undefined ? {} : { maxLength: lengthMax }),
  };
  const edges = edgeTexts.filter((text) => isTextOf(text, shape));
  const names = ["a", "b", ""].filter((text) => isTextOf(text, shape));
  const longest = Math.min(lengthMax ?? longLength, longLength);
  const options = [
    { arbitrary: fc.string({ ...limits, size: "small" }) as Arbitrary, weight: 8 },
    { arbitrary: fc.string({ ...limits, size: "xsmall", unit: anyUnit(fc) }), weight: 2 },
  ];
  if (edges.length > 0) options.push({ arbitrary: fc.constantFrom(...edges), weight: 5 });
  // Names that are met twice are where much goes wrong.
  if (names.length > 0) options.push({ arbitrary: fc.constantFrom(...names), weight: 2 });
  if (longest >= Math.max(lengthMin, 32)) {
    options.push({
      arbitrary: repeated(fc, { min: Math.max(lengthMin, 32), max: longest }),
      weight: 1,
    });
  }
  return fc.oneof({ withCrossShrink: true }, ...options);
}

const longLength = 2_000;

/** Any code unit, halves of pairs included: every text is made of these. */
function anyUnit(fc: FastCheckModule): ReturnType<FastCheckModule["string"]> {
  return fc.integer({ min: 0, max: 0xffff }).map(
    (code) => String.fromCharCode(code),
    (unit) => {
      if (typeof unit !== "string" || unit.length !== 1) throw new Error("not one code unit");
      return unit.charCodeAt(0);
    },
  );
}

function repeated(fc: FastCheckModule, range: { min: number; max: number }): Arbitrary {
  const part = fc.constantFrom("a", " ", "0", "ab", "(", "é", "\n");
  return fc
    .tuple(part, fc.integer(range))
    .map(([text, length]) => text.repeat(length).slice(0, length));
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
