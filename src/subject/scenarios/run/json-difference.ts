import { literalText } from "../../../kernel/values/literal.ts";

/** One place in which data is not what was expected. */
export interface JsonDifference {
  readonly kind: "missing_key" | "extra_key" | "missing_index" | "extra_index" | "value_mismatch";
  /** Where it is: `$.items[0].id`. */
  readonly path: string;
  readonly expected?: unknown;
  readonly actual?: unknown;
}

/** So many differences are told. */
export const differencesMax = 64;

/** Every place in which two values differ as JSON, up to `differencesMax`, in their order. */
export function jsonDifferences(expected: unknown, actual: unknown): readonly JsonDifference[] {
  const found: JsonDifference[] = [];
  collect({ expected, actual }, "$", found);
  return found;
}

/** A difference in one line: `missing_key $.id, expected 7`. */
export function differenceText(difference: JsonDifference): string {
  const { kind, path } = difference;
  const expected = "expected" in difference ? `, expected ${short(difference.expected)}` : "";
  const actual = "actual" in difference ? `, found ${short(difference.actual)}` : "";
  return `${kind} ${path}${expected}${actual}`;
}

// --- inside ---

interface Compared {
  readonly expected: unknown;
  readonly actual: unknown;
}

function collect({ expected, actual }: Compared, path: string, found: JsonDifference[]): void {
  if (found.length >= differencesMax) return;
  if (Array.isArray(expected) && Array.isArray(actual)) {
    return collectItems(expected, actual, { path, found });
  }
  if (isTable(expected) && isTable(actual)) {
    return collectKeys(expected, actual, { path, found });
  }
  const isList = Array.isArray(expected) || Array.isArray(actual);
  const isOther = isList || isTable(expected) || isTable(actual);
  if (isOther || expected !== actual)
    add(found, { kind: "value_mismatch", path, expected, actual });
}

interface Differences {
  readonly path: string;
  readonly found: JsonDifference[];
}

function collectKeys(expected: Table, actual: Table, { path, found }: Differences): void {
  for (const [key, wanted] of Object.entries(expected)) {
    const at = `${path}${keyText(key)}`;
    if (Object.hasOwn(actual, key)) collect({ expected: wanted, actual: actual[key] }, at, found);
    else add(found, { kind: "missing_key", path: at, expected: wanted });
  }
  for (const [key, value] of Object.entries(actual)) {
    if (Object.hasOwn(expected, key)) continue;
    add(found, { kind: "extra_key", path: `${path}${keyText(key)}`, actual: value });
  }
}

function collectItems(
  expected: readonly unknown[],
  actual: readonly unknown[],
  { path, found }: Differences,
): void {
  for (let at = 0; at < Math.max(expected.length, actual.length); at++) {
    const here = `${path}[${at}]`;
    const both = { expected: expected[at], actual: actual[at] };
    if (at >= actual.length) {
      add(found, { kind: "missing_index", path: here, expected: both.expected });
    } else if (at >= expected.length) {
      add(found, { kind: "extra_index", path: here, actual: both.actual });
    } else collect(both, here, found);
    if (found.length >= differencesMax) return;
  }
}

function add(found: JsonDifference[], difference: JsonDifference): void {
  if (found.length < differencesMax) found.push(difference);
}

type Table = Readonly<Record<string, unknown>>;

function isTable(value: unknown): value is Table {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function keyText(key: string): string {
  return /^[\p{L}_][\p{L}\p{N}_-]*$/u.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}

const textLengthMax = 80;

function short(value: unknown): string {
  const text = literalText(value);
  return text.length > textLengthMax ? `${text.slice(0, textLengthMax)}…` : text;
}
