import type { Decision } from "../../kernel/decisions/decision.ts";
import type { Finding } from "../../kernel/result/finding.ts";
import { oddText } from "../../subject/calls/odd-objects.ts";

/** Why the values of the smallest run are none that callers pass; undefined where they may be. */
export function doubtOfValues({
  finding,
  decisions,
}: {
  readonly finding: Finding;
  readonly decisions: readonly Decision[];
}): string | undefined {
  const values = decisions.flatMap((decision) =>
    decision.kind === "value" && decision.literal !== undefined ? [decision.literal.value] : [],
  );
  if (values.some((value) => numbersOf(value, 0).some((number) => !Number.isFinite(number)))) {
    return "it takes NaN, Infinity or an invalid date, which callers seldom pass";
  }
  const odd = values.map((value) => oddIn(value, 0)).find((text) => text !== undefined);
  if (odd !== undefined) return `it takes ${odd}, which callers seldom pass`;
  // A number that is an argument or option may say how often; one within a list is only an item.
  const isSlow = finding.kind === "timeout" || finding.kind === "memory";
  const isDeep = finding.message.startsWith("Maximum call stack");
  const isTooMuch = isSlow || isDeep || /^Invalid (string|array) length/u.test(finding.message);
  const most = isDeep ? callsCountMax : countMax;
  const isHuge = values.some((value) => countsOf(value, 0).some((it) => Math.abs(it) > most));
  if (isTooMuch && decisions.some(isGrowing)) {
    return "its input was made larger until it was too much; whether they get large is not written";
  }
  if (isTooMuch && isHuge) return "it is too much only for very large numbers";
  const items = values.map((value) => itemsIn(value, 0)).reduce((sum, count) => sum + count, 0);
  return isSlow && items > itemsCountMax
    ? "it may only take long with many values, and end"
    : undefined;
}

// --- inside ---

/** Beyond this a number is no count that anyone would wait for. */
const countMax = 10_000;
/** The stack holds some ten thousand plain calls, and fewer of code that is counted. */
const callsCountMax = 1_000;
/** Lists of so many items are tried: ten factorial is long, and not for ever. */
const itemsCountMax = 6;

/** What a growing input is made of is drawn, and not how large it was in the end. */
function isGrowing(decision: Decision): boolean {
  return decision.kind === "pick" && decision.label === "grows";
}

function countsOf(value: unknown, depth: number): readonly number[] {
  if (typeof value === "number") return [value];
  const isPlain = typeof value === "object" && value !== null && !Array.isArray(value);
  if (!isPlain || value instanceof Map || value instanceof Set || depth > depthMax) return [];
  return partsOf(value).flatMap((part) => countsOf(part, depth + 1));
}

function itemsIn(value: unknown, depth: number): number {
  if (typeof value !== "object" || value === null || depth > depthMax) return 0;
  const parts = partsOf(value);
  const own = Array.isArray(value) || value instanceof Map || value instanceof Set;
  const within = parts.reduce<number>((sum, part) => sum + itemsIn(part, depth + 1), 0);
  return within + (own ? parts.length : 0);
}

const depthMax = 20;

function numbersOf(value: unknown, depth: number): readonly number[] {
  if (typeof value === "number") return [value];
  if (value instanceof Date) return [value.getTime()];
  if (typeof value !== "object" || value === null || depth > depthMax) return [];
  return partsOf(value).flatMap((part) => numbersOf(part, depth + 1));
}

/** What is odd about a value or a part of it. */
function oddIn(value: unknown, depth: number): string | undefined {
  if (typeof value !== "object" || value === null || depth > depthMax) return undefined;
  const own = oddText(value);
  if (own !== undefined) return own;
  return partsOf(value)
    .map((part) => oddIn(part, depth + 1))
    .find((text) => text !== undefined);
}

function partsOf(value: object): readonly unknown[] {
  if (value instanceof Map) return [...(value as Map<unknown, unknown>)].flat();
  return value instanceof Set ? [...(value as Set<unknown>)] : Object.values(value);
}
