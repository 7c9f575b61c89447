import { hash } from "node:crypto";
import { sortedText } from "../../kernel/values/sorted-data.ts";
import { parsed } from "./loose-json.ts";

/**
 * Says what the calls of one conversation are, whenever they come: the same request has the same
 * key, however its JSON is written. What looks like an id or a time is part of it only where the
 * agent was given it: what its own code makes up is another one in each run.
 */
export class CallKeys {
  readonly #given = new Set<string>();
  readonly #own = new Set<string>();

  /** The agent was given this text, with the ids and times in it. */
  hear(text: string): void {
    if (this.#given.size >= givenMax) return;
    for (const [one] of text.matchAll(idOrTime)) {
      if (!this.#own.has(one)) this.#given.add(one);
    }
  }

  /** The key of a call, made of all that it asks. */
  of(asked: unknown): string {
    return digestOf(this.#plain(asked, { isQuestion: false }));
  }

  /** The key of a question to a model; ids of the calls in its history are the model's own. */
  ofQuestion(asked: unknown): string {
    return digestOf(this.#plain(asked, { isQuestion: true }));
  }

  #plain(value: unknown, how: { readonly isQuestion: boolean }): unknown {
    if (typeof value === "string") {
      // Arguments and results are often JSON inside of a text.
      const inner = /^\s*[[{]/u.test(value) ? parsed(value) : undefined;
      return inner === undefined ? this.#text(value) : this.#plain(inner, how);
    }
    if (typeof value === "number") {
      const text = this.#text(String(value));
      return text === String(value) ? value : text;
    }
    if (Array.isArray(value)) return value.map((item) => this.#plain(item, how));
    if (typeof value !== "object" || value === null) return value;
    const entries = Object.entries(value).map(([key, item]): [string, unknown] => [
      key,
      how.isQuestion && idKeys.has(key) && typeof item === "string"
        ? "<id>"
        : this.#plain(item, how),
    ]);
    return Object.fromEntries(entries);
  }

  #text(text: string): string {
    return text.replaceAll(idOrTime, (one) => {
      if (this.#given.has(one)) return one;
      if (this.#own.size < givenMax) this.#own.add(one);
      return "<own>";
    });
  }
}

// --- inside ---

/** Whoever answers chooses how many there are. */
const givenMax = 100_000;

const idKeys: ReadonlySet<string> = new Set(["id", "tool_call_id", "tool_use_id", "call_id"]);

/** Random ids, dates with and without a time, times of day, and seconds or milliseconds of Unix. */
const idOrTime = new RegExp(
  [
    /\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/,
    /\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?/,
    /\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? (?:\d{1,2} )?[A-Z][a-z]{2,8} [\w ,:+()]*\d/,
    /\b\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?\b/,
    /\b(?=[a-f]*\d)[\da-f]{16,}\b/,
    /\b1[4-9]\d{8}(?:\d{3})?(?:\.\d+)?\b/,
    /\b(?:call|toolu|chatcmpl|resp|msg|fc)[_-]\w{8,}/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "gu",
);

function digestOf(value: unknown): string {
  return hash("sha256", sortedText(value) ?? "", "hex").slice(0, 12);
}
