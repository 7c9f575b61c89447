import { SecretFinder, type SecretSpan } from "./secret-finder.ts";
import { isOwnWord, isWorthHiding } from "./secret-forms.ts";
import { isSecretField, secretFieldPattern } from "./secret-names.ts";

/** What stands where a secret stood. */
export const maskedText = "[secret]";

/**
 * Knows secrets and replaces them wherever text is kept or shown. It learns the ones that the
 * project names, and every key that passes in a header; the rest it knows by their shape.
 */
export class SecretMask {
  readonly #known = new SecretFinder();
  /** Short texts without a secret: journals say the same words with every event. */
  readonly #plain = new Set<string>();
  #shaped = 0;

  /** Learns a secret; what is too short or too common is left, as it would hide ordinary words. */
  learn(secret: string): void {
    if (!isWorthHiding(secret) || this.#known.has(secret)) return;
    this.#plain.clear();
    this.#known.add(secret);
  }

  /** How many secrets are known. */
  get size(): number {
    return this.#known.size;
  }

  /** A text without secrets. */
  text(text: string): string {
    if (this.#plain.has(text)) return text;
    const spans = this.#spans(text, { isProse: true });
    if (spans.length === 0) this.#notePlain(text);
    return maskedPlaces(text, spans);
  }

  /** A text without the secrets that are known; nothing is guessed by its shape or its name. */
  known(text: string): string {
    return maskedPlaces(text, mergedSpans(this.#known.find(text, true)));
  }

  /** The same of a document that programs read; it stays one. */
  knownInDocument(text: string): string {
    return maskedPlaces(text, mergedSpans(this.#known.find(text, false)));
  }

  /** Where the secrets of a text stand, in order and without overlap. */
  spans(text: string): readonly SecretSpan[] {
    return this.#spans(text, {});
  }

  /**
   * Where secrets stand in an answer that is recorded and given again: a value that is hidden by
   * the name of its field must look like a key too, as others are what the answer is about.
   */
  recordedSpans(text: string): readonly SecretSpan[] {
    const isHidden = (value: string): boolean => value.length >= keyMin && isOwnWord(value);
    return this.#spans(text, { isHidden });
  }

  #spans(text: string, { isProse = false, isHidden = () => true }: Look): readonly SecretSpan[] {
    if (text.length < lengthMin) return [];
    const found = [...this.#known.find(text, isProse)];
    // One look at the text, as most have nothing that begins like a key.
    for (const shape of text.length >= shapeMin && beginnings.test(text) ? shapes : []) {
      for (const match of text.matchAll(shape)) {
        const [start, end] = match.indices?.[1] ?? [match.index, match.index + match[0].length];
        found.push({ start, end });
        this.#remember(text.slice(start, end));
      }
    }
    if (fieldEnd.test(text)) found.push(...this.#fields(text, isHidden));
    return found.length === 0 ? found : mergedSpans(found);
  }

  /** The values of fields that hold keys, by their names, in JSON and in JSON inside of it. */
  #fields(text: string, isHidden: (value: string) => boolean): readonly SecretSpan[] {
    return [...text.matchAll(secretField)].flatMap((match) => {
      const [start, end] = match.indices?.[2] ?? [0, 0];
      const value = text.slice(start, end);
      if (value === maskedText || !isHidden(value) || likelihood.test(text.slice(end, end + 20)))
        return [];
      if (isOwnWord(value)) this.#remember(value);
      return [{ start, end }];
    });
  }

  /** A copy of plain data without secrets, keys included. */
  data(value: unknown): unknown {
    return this.#walk(value, (text) => this.#cut(text));
  }

  /** The same, with texts as long as they are. */
  whole<Data>(value: Data): Data {
    // Only texts differ, and they are texts again.
    return this.#walk(value, (text) => this.text(text)) as Data;
  }

  #walk(value: unknown, masked: (text: string) => string): unknown {
    if (typeof value === "string") return masked(value);
    if (Array.isArray(value)) return value.map((item) => this.#walk(item, masked));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, item]: [string, unknown]) => {
        const isSecret = typeof item === "string" && item !== "" && isSecretField(key);
        if (isSecret && isOwnWord(item)) this.#remember(item);
        return [this.text(key), isSecret ? maskedText : this.#walk(item, masked)];
      }),
    );
  }

  #notePlain(text: string): void {
    if (text.length > plainLengthMax) return;
    if (this.#plain.size >= plainMax) this.#plain.clear();
    this.#plain.add(text);
  }

  /** One that is known by its shape here may stand elsewhere in other letters. */
  #remember(secret: string): void {
    if (this.#shaped >= shapedMax || this.#known.has(secret)) return;
    this.#shaped += 1;
    this.learn(secret);
  }

  /** Masked before it is cut: the beginning of a secret at the end would not be known as one. */
  #cut(text: string): string {
    return this.text(text.slice(0, textMax + secretMax)).slice(0, textMax);
  }
}

/** A text with what stands at these places hidden; they are in order and do not overlap. */
export function maskedPlaces(text: string, spans: readonly SecretSpan[]): string {
  let masked = "";
  let at = 0;
  for (const { start, end } of spans) {
    masked += text.slice(at, start) + maskedText;
    at = end;
  }
  return at === 0 ? text : masked + text.slice(at);
}

/** Spans in order; those that overlap are one. */
export function mergedSpans(spans: readonly SecretSpan[]): readonly SecretSpan[] {
  const result: SecretSpan[] = [];
  for (const span of spans.toSorted((one, other) => one.start - other.start)) {
    const last = result.at(-1);
    if (last === undefined || span.start >= last.end) result.push(span);
    else result[result.length - 1] = { start: last.start, end: Math.max(last.end, span.end) };
  }
  return result;
}

// --- inside ---

interface Look {
  /** It is for people, and no program reads it. */
  readonly isProse?: boolean;
  /** Whether the value of a field that is named like a key is hidden. */
  readonly isHidden?: (value: string) => boolean;
}

/** So many characters of a field that is named like a key are one. */
const keyMin = 16;

/** No secret is shorter. */
const lengthMin = 6;

/** No shape is shorter: `://u:pwd@`. Most texts of a journal are. */
const shapeMin = 9;

const textMax = 64_000;

/** So many texts of so many characters are known to have no secret. */
const plainMax = 1_000;
const plainLengthMax = 64;

/** So much more is read, so that a secret at the end of what is kept is read as a whole. */
const secretMax = 8_000;

/** So many of those that are known by their shape are looked for in other letters too. */
const shapedMax = 100;

/** Where a word begins, in plain text and behind what addresses and JSON write for a character. */
const begin = String.raw`(?:(?<!\w)|(?<=%[0-9A-Fa-f]{2})|(?<=\\[bfnrt])|(?<=\\u[0-9A-Fa-f]{4}))`;

/**
 * Keys of providers and of clouds, tokens, and private keys, by their shape. Where only a part is
 * the secret, it is the first group.
 */
const shapes: readonly RegExp[] = [
  shapeOf("sk-", "(?:ant-|proj-|or-|live-|test-)?[A-Za-z0-9_-]{16,}"),
  shapeOf(
    "(?:ghp|gho|ghs|ghu|github_pat|glpat|xox[abprs]|lsv2_(?:pt|sk)|hf|gsk|AIza)",
    "[-_A-Za-z0-9]{16,}",
  ),
  shapeOf("AKIA", "[0-9A-Z]{16}(?![0-9A-Z])"),
  shapeOf("eyJ", String.raw`[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}`),
  /:\/\/[^\s:/@"]{1,200}:((?!\$\{)[^\s/@"]{3,200})@/dg, // of an address: user:password@
  /\bBearer ([A-Za-z0-9._~+/=-]{12,})/dg,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
];

/** Every shape begins with one of these. */
const beginnings =
  /sk-|gh[opsu]|github_pat|glpat|xox|lsv2_|hf|gsk|AIza|AKIA|eyJ|:\/\/|Bearer |-----BEGIN /;

/**
 * A field of JSON that holds a key; inside of a text of JSON its quotes have backslashes, as many
 * before each of them. Models tell how likely each `token` of an answer was: these are words.
 */
const secretField = new RegExp(
  String.raw`"${secretFieldPattern}(\\*)"\s*:\s*\1"([^\n]{1,4096}?)(?<!\\)\1"`,
  "dgi",
);

/** Every name of such a field ends like this. */
const fieldEnd = /(?:key|secret|passwo?r?d|passphrase|authorization|credentials?|token)\\*"/i;

const likelihood = /^\\*"\s*,\s*\\*"logprob/u;

/** What stands before is looked at last: texts are long, and few letters begin like a key. */
function shapeOf(first: string, rest: string): RegExp {
  return new RegExp(`${first}(?<=${begin}${first})${rest}`, "g");
}
