import type { RequestChange } from "../../../kernel/agent/agent-input.ts";
import { smallestPart } from "./smallest-part.ts";

/** The smallest change of a request that will do; undefined where none is needed. */
export async function shrinkRequest(
  request: RequestChange,
  willDo: (request: RequestChange | undefined) => Promise<boolean>,
): Promise<RequestChange | undefined> {
  const parts = await smallestPart(partsOf(request), (some) => willDo(requestOf(some)));
  let smallest = parts;
  for (const [at, part] of parts.entries()) {
    for (const smaller of smallerThan(part)) {
      const tried = smallest.map((one, index) => (index === at ? smaller : one));
      if (!(await willDo(requestOf(tried)))) break;
      smallest = tried;
    }
  }
  return requestOf(smallest);
}

/** How many things about a request are changed. */
export function requestSize(request: RequestChange | undefined): number {
  return request === undefined ? 0 : partsOf(request).length;
}

// --- inside ---

/** One thing that is changed: a header, a parameter, or one of the other fields. */
type Part =
  | { readonly key: "headers" | "query"; readonly pair: readonly [string, string] }
  | { readonly key: PlainKey; readonly value: unknown };

type PlainKey = Exclude<keyof RequestChange, "headers" | "query">;

const plainKeys: readonly PlainKey[] = [
  "method",
  "contentType",
  "body",
  "padBytes",
  "pieces",
  "copies",
  "abandonAfterMs",
];

function partsOf(request: RequestChange): readonly Part[] {
  const headers = (request.headers ?? []).map((pair): Part => ({ key: "headers", pair }));
  const query = (request.query ?? []).map((pair): Part => ({ key: "query", pair }));
  const plain = plainKeys
    .filter((key) => request[key] !== undefined)
    .map((key): Part => ({ key, value: request[key] }));
  return [...headers, ...query, ...plain];
}

function requestOf(parts: readonly Part[]): RequestChange | undefined {
  if (parts.length === 0) return undefined;
  const request: Record<string, unknown> = {};
  for (const part of parts) {
    if (!("pair" in part)) request[part.key] = part.value;
    else request[part.key] = [...((request[part.key] as unknown[] | undefined) ?? []), part.pair];
  }
  return request;
}

/** Ever smaller values of a part; each is tried only if the one before it will do. */
function smallerThan(part: Part): readonly Part[] {
  if ("pair" in part) return [];
  const { key, value } = part;
  const least = key === "copies" ? 2 : 1;
  const isCount = key === "copies" || key === "padBytes";
  if (isCount && typeof value === "number") {
    return halves(value, least).map((smaller) => ({ key, value: smaller }));
  }
  if (key !== "body" || typeof value !== "string") return [];
  return halves(value.length, 1).map((length) => ({ key, value: value.slice(0, length) }));
}

function halves(number: number, least: number): readonly number[] {
  const made: number[] = [];
  for (let half = Math.floor(number / 2); half >= least; half = Math.floor(half / 2)) {
    made.push(half);
  }
  return made;
}
