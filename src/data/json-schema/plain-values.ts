import { isTable, type SchemaTable } from "../../kernel/json-schema/schema-words.ts";
import type { Choose } from "./demands.ts";

/** The strongest of what tables say under a key; undefined where none says anything. */
export function strongest(
  demands: readonly SchemaTable[],
  key: string,
  choice: (...numbers: number[]) => number,
): number | undefined {
  const said = demands.map((table) => table[key]).filter((one) => typeof one === "number");
  return said.length === 0 ? undefined : choice(...said);
}

/** Texts that readers of texts get wrong; the plainest is first. */
const texts = [
  "a",
  "b",
  "",
  "zwölf Stück – 🎉",
  " ",
  "null",
  "0",
  "__proto__",
  "a\nb",
  'say "hi"\\',
  "\u2028",
  "<b>&amp;</b>",
];

const formatTexts: Readonly<Record<string, readonly string[]>> = {
  date: ["2026-01-01", "2024-02-29", "1970-01-01"],
  "date-time": ["2026-01-01T00:00:00Z", "2024-02-29T23:59:59.999Z", "2026-06-30T12:00:00+05:30"],
  email: ["a@example.com", "first.last+tag@sub.example.com"],
  uuid: ["00000000-0000-4000-8000-000000000000", "F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6"],
  uri: ["https://example.com/", "https://example.com/a?b=c#d", "urn:a:b"],
  ipv4: ["127.0.0.1", "255.255.255.255", "0.0.0.0"],
  ipv6: ["::1", "2001:db8::8:800:200c:417a"],
  time: ["00:00:00Z", "23:59:59.5+05:30"],
  duration: ["P1D", "PT36H", "P1Y2M3DT4H5M6S"],
  hostname: ["example.com", "localhost", "xn--bcher-kva.example"],
  "idn-hostname": ["example.com"],
  "idn-email": ["a@example.com"],
  iri: ["https://example.com/ä"],
  "uri-reference": ["/a?b=c#d", "../a", ""],
  "iri-reference": ["/ä"],
  "uri-template": ["https://example.com/{id}"],
  "json-pointer": ["", "/a/0/b~1c"],
  "relative-json-pointer": ["0", "1/a"],
  regex: ["^a+$", ""],
};

/** A text of so many characters as are asked for. */
export function textOf(demands: readonly SchemaTable[], choose: Choose): string {
  const format = demands.map((table) => table["format"]).find((one) => typeof one === "string");
  const from = (typeof format === "string" ? formatTexts[format] : undefined) ?? texts;
  const isFormat = from !== texts;
  const plain = Array.from(from[choose("text", from.length)] ?? "");
  const min = strongest(demands, "minLength", Math.max) ?? 0;
  const max = strongest(demands, "maxLength", Math.min) ?? Number.POSITIVE_INFINITY;
  if (isFormat) return plain.join("");
  const fitting = Math.min(Math.max(plain.length, min), max, lengthMax);
  const lengths = [fitting, min, max].filter((one) => one <= limitMax || one === fitting);
  const length = lengths[choose("length", lengths.length)] ?? fitting;
  return plain
    .slice(0, length)
    .join("")
    .concat("a".repeat(Math.max(0, length - plain.length)));
}

/** A number within what is asked for, its limits among them. */
export function numberOf(
  demands: readonly SchemaTable[],
  of: { readonly isWhole: boolean; readonly fits: (value: number) => boolean },
  choose: Choose,
): number {
  const candidates = numbersNear(demands, of.isWhole).filter(
    (one) => (!of.isWhole || Number.isInteger(one)) && of.fits(one),
  );
  return candidates[choose("number", candidates.length)] ?? 0;
}

/** A value of each kind that JSON has, several of each. */
export const anyValues: readonly unknown[] = [
  null,
  true,
  false,
  0,
  1,
  -1,
  1.5,
  1e21,
  "",
  "a",
  "zwölf Stück – 🎉",
  [],
  [null],
  [1, "a"],
  {},
  { a: 1 },
  { "": [], constructor: "b" },
];

/** Values that a schema names itself, anywhere in it. */
export function namedValues(schema: unknown, depth = 0): readonly unknown[] {
  if (depth > 30 || typeof schema !== "object" || schema === null) return [];
  const own = isTable(schema)
    ? ["const", "default"].flatMap((key) => (key in schema ? [schema[key]] : []))
    : [];
  const lists = isTable(schema)
    ? ["enum", "examples"].flatMap((key) => (Array.isArray(schema[key]) ? schema[key] : []))
    : [];
  const inside = Object.values(schema).flatMap((one) => namedValues(one, depth + 1));
  return [...own, ...(lists as unknown[]), ...inside].slice(0, namedMax);
}

// --- inside ---

const lengthMax = 100_000;
/** A limit above this is not tried: what is told of a case should be read by somebody. */
const limitMax = 2_000;
const namedMax = 200;
const multipleMax = 1_000_000;

function numbersNear(demands: readonly SchemaTable[], isWhole: boolean): readonly number[] {
  const inclusive = [
    strongest(demands, "minimum", Math.max),
    strongest(demands, "maximum", Math.min),
  ];
  const exclusive = [
    strongest(demands, "exclusiveMinimum", Math.max),
    strongest(demands, "exclusiveMaximum", Math.min),
  ];
  const limits = [...inclusive, ...exclusive].filter((one) => one !== undefined);
  const near = limits.flatMap((one) => [one, one + 1, one - 1, one + 0.5, one - 0.5]);
  const rounded = limits.flatMap((one) => [Math.ceil(one), Math.floor(one)]);
  const [low, high] = limits.toSorted((a, b) => a - b);
  const middle = low === undefined || high === undefined ? [] : [(low + high) / 2];
  const plain = [0, 1, -1, 1.5, ...near, ...rounded, ...middle, 1e21, -0.1, 2 ** 53 - 1, 1e-7];
  const steps = demands
    .map((table) => table["multipleOf"])
    .filter((one) => typeof one === "number");
  const multiples = steps.flatMap((step) =>
    [0, 1, 2, -1, ...limits.flatMap((one) => [Math.ceil(one / step), Math.floor(one / step)])].map(
      (times) => times * step,
    ),
  );
  // Above this, what is a multiple depends on who computes it.
  const all = [
    ...multiples,
    ...(steps.length === 0 ? plain : plain.filter((one) => Math.abs(one) <= multipleMax)),
  ];
  return [...new Set(isWhole ? all.filter(Number.isInteger) : all)];
}
