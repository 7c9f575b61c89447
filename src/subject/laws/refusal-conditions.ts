/** Whether a value is one that a condition is about. */
export type IsSuch = (value: unknown) => boolean;

/** What the words of a law mean: `negative`, `less than 5`; undefined where they mean nothing. */
export function conditionOf(words: string): IsSuch | undefined {
  if (Object.hasOwn(plain, words)) return plain[words];
  const [, relation, end] = /^(less|greater) than (-?[\d.]+)$/u.exec(words) ?? [];
  if (end !== undefined) {
    const isLess = relation === "less";
    return (value) => isNumeric(value) && (isLess ? value < Number(end) : value > Number(end));
  }
  const [, low, high] = /^not between (-?[\d.]+) and (-?[\d.]+)$/u.exec(words) ?? [];
  if (low === undefined || high === undefined) return undefined;
  return (value) => isNumeric(value) && (value < Number(low) || value > Number(high));
}

/**
 * The condition in the words of a law, as a sentence may have it: `less than zero` is `negative`.
 * Undefined where it has no meaning of its own or goes on in a way that narrows it.
 */
export function conditionSaid(text: string): string | undefined {
  for (const [pattern, words] of phrases) {
    const found = pattern.exec(text);
    if (found === null) continue;
    const rest = text.slice(found[0].length).trim();
    // What comes after `or` is refused as well; all else may be a condition on top.
    if (!/^(?:$|[.;]|or\b)/u.test(rest)) return undefined;
    return words(...found.slice(1));
  }
  return undefined;
}

// --- inside ---

const plain: Readonly<Record<string, IsSuch>> = {
  negative: (value) => isNumeric(value) && value < 0,
  zero: (value) => isNumeric(value) && Number(value) === 0,
  "not positive": (value) => isNumeric(value) && value <= 0,
  "not an integer": (value) => typeof value === "number" && !Number.isInteger(value),
  NaN: (value) => Number.isNaN(value),
  "not finite": (value) => typeof value === "number" && !Number.isFinite(value),
  empty: isEmpty,
};

const number = String.raw`(-?\d+(?:\.\d+)?)(?!\d|\.\d|[\w%])`;
const below = "(?:less|smaller|lower) than|below|under|<";
const above = "(?:greater|more|larger|higher) than|above|over|>";

const phrases: readonly (readonly [RegExp, (...found: string[]) => string])[] = [
  [
    /^(?:zero or negative|negative or zero|not (?:a )?positive(?: (?:number|integer))?)/iu,
    notPositive,
  ],
  [/^(?:less than or equal to|<=) ?(?:0|zero)(?![\d.])/iu, notPositive],
  [/^(?:a )?negative(?: (?:number|integer|value))?/iu, () => "negative"],
  [new RegExp(String.raw`^(?:${below}) ?(?:0|zero)(?![\d.\w])`, "iu"), () => "negative"],
  [/^(?:zero|0)(?![\d.\w])/iu, () => "zero"],
  [/^(?:not an? (?:integer|whole number)|a? ?non-?integer)/iu, () => "not an integer"],
  [/^NaN\b/u, () => "NaN"],
  [/^(?:not (?:a )?finite(?: number)?|non-?finite|infinite)/iu, () => "not finite"],
  [/^(?:an )?empty(?: (?:string|text|array|list|map|set))?/iu, () => "empty"],
  [new RegExp(`^(?:${below}) ?${number}`, "iu"), (end) => `less than ${end}`],
  [new RegExp(`^(?:${above}) ?${number}`, "iu"), (end) => `greater than ${end}`],
  [new RegExp(`^not between ${number} and ${number}`, "iu"), outside],
  [
    new RegExp(String.raw`^(?:outside|not in)[^[\d]*\[\s*${number},\s*${number}\s*\]`, "iu"),
    outside,
  ],
];

function notPositive(): string {
  return "not positive";
}

function outside(low = "", high = ""): string {
  return `not between ${low} and ${high}`;
}

function isEmpty(value: unknown): boolean {
  if (typeof value === "string" || Array.isArray(value)) return value.length === 0;
  return (value instanceof Map || value instanceof Set) && value.size === 0;
}

function isNumeric(value: unknown): value is number | bigint {
  return typeof value === "number" || typeof value === "bigint";
}
