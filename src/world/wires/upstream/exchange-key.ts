import { maskedText } from "../../../kernel/secrets/secret-mask.ts";
import { sortedText } from "../../../kernel/values/sorted-data.ts";
import { parsed } from "../loose-json.ts";
import type { CassetteRequest } from "./cassette.ts";

/** What must be the same for two requests to be one: where to, how, and what. */
export function exactKey(request: CassetteRequest): string {
  return keyOf(request, { text: (text) => text, data: (data) => data });
}

/** The same without what differs from run to run: ids, dates, long numbers, and white space. */
export function looseKey(request: CassetteRequest): string {
  return keyOf(request, { text: looseText, data: looseData });
}

// --- inside ---

interface Rules {
  readonly text: (text: string) => string;
  readonly data: (data: unknown) => unknown;
}

function keyOf({ to, method, path, body }: CassetteRequest, rules: Rules): string {
  const written = "text" in body ? body.text : body.base64;
  const data = parsed(written);
  const asked = data === undefined ? rules.text(written) : sortedText(rules.data(data));
  // What a recording hides comes back in an address with its brackets encoded.
  const address = path.replaceAll(/%5Bsecret%5D/giu, maskedText);
  return [to, method, rules.text(address), asked].join("\n");
}

const idKey = /(?:^|_|-)id$|[a-z]I[dD]$/u;
const longNumber = 100_000; // above it a number is rather a time or an id than an amount

function looseData(value: unknown): unknown {
  if (typeof value === "string") {
    // Arguments and results are often JSON inside of a text.
    const inner = /^\s*[[{]/u.test(value) ? parsed(value) : undefined;
    return inner === undefined ? looseText(value) : sortedText(looseData(inner));
  }
  if (typeof value === "number") return Math.abs(value) > longNumber ? "<number>" : value;
  if (Array.isArray(value)) return value.map(looseData);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, item]): [string, unknown] => {
    const isId = idKey.test(key) && (typeof item === "string" || typeof item === "number");
    return [key, isId ? "<id>" : looseData(item)];
  });
  return Object.fromEntries(entries);
}

const looseParts: readonly (readonly [RegExp, string])[] = [
  [/\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?/gu, "<date>"],
  [
    /\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? (?:\d{1,2} )?[A-Z][a-z]{2,8} [\w ,:+()]*\d/gu,
    "<date>",
  ],
  [/\b\d{1,2}:\d\d(?::\d\d)?\b/gu, "<time>"],
  [/\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/giu, "<id>"],
  [/\b(?:call|toolu|resp|msg|fc|chatcmpl|req|run|thread|item)[_-][\w-]{4,}/gu, "<id>"],
  [/\b(?=\w*\d)[\da-f]{16,}\b/giu, "<id>"],
  [/\b\d{6,}\b/gu, "<number>"],
  [/\s+/gu, " "],
];

function looseText(text: string): string {
  let loose = text;
  for (const [pattern, name] of looseParts) loose = loose.replace(pattern, name);
  return loose.trim();
}
