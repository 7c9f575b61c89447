import { readPattern } from "../../../kernel/patterns/read-pattern.ts";

/** A pattern as it is read here, or why there is none. */
export type ReadPattern =
  | { readonly kind: "read"; readonly pattern: string }
  | { readonly kind: "unread"; readonly because: string };

/**
 * A regular expression of Python's `re` as one that is read here. Flags stay in front where they
 * hold for the whole (`(?i)`), and are written out where they hold for a part: JavaScript has flags
 * for parts only since Node 23.
 */
export function pythonPattern(text: string): ReadPattern {
  const source = new PatternSource(text);
  const written = source.written();
  if (written.kind === "unread") return written;
  try {
    readPattern(written.pattern);
    return written;
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message.replace(/^.*: /su, "") : "";
    return { kind: "unread", because: `JavaScript does not have it (${why.toLowerCase()})` };
  }
}

// --- inside ---

type Flag = "i" | "m" | "s" | "x";

const flagsShape = /^\(\?([aiLmsux]*)(?:-([imsx]+))?([:)])/u;

/** What JavaScript has no word for; leaving such a part out would change what is found. */
const unwritable: readonly (readonly [shape: RegExp, name: string])[] = [
  [/^\(\?>/u, "an atomic group"],
  [/^\(\?\(/u, "a condition on a group"],
  [/^(?:[*+?]|\{\d*,?\d*\})\+/u, "a possessive quantifier"],
  [/^\\N\{/u, "a character by its name"],
];

/** Signs of Python that JavaScript writes in another way. */
const escapes: Readonly<Record<string, string>> = {
  A: "(?<![\\s\\S])",
  Z: "(?![\\s\\S])",
  a: "\\x07",
};

class PatternSource {
  readonly #text: string;
  /** The flags of each group that is open; the last are those that hold here. */
  readonly #open: Set<Flag>[] = [];
  #flags: Set<Flag>;
  #at = 0;
  /** Whether a part has flags of its own, so that none can stand in front. */
  readonly #hasParts: boolean;
  readonly #inFront: ReadonlySet<Flag>;

  constructor(text: string) {
    this.#text = text;
    // Before Python 3.11 such flags could stand anywhere, and meant the whole.
    const wholes = [...text.matchAll(/(?<!\\)\(\?([aiLmsux]+)\)/gu)];
    const all = wholes.flatMap(([, flags = ""]) => flagsOf(flags));
    this.#hasParts = /(?<!\\)\(\?[aiLmsux]*(?:-[imsx]+)?:/u.test(text.replaceAll("(?:", ""));
    this.#inFront = new Set(all);
    this.#flags = new Set<Flag>(["s", ...all]);
  }

  written(): ReadPattern {
    const parts: string[] = [];
    while (this.#at < this.#text.length) {
      const rest = this.#text.slice(this.#at);
      const [, name] = unwritable.find(([shape]) => shape.test(rest)) ?? [];
      if (name !== undefined) return { kind: "unread", because: `JavaScript has not ${name}` };
      parts.push(this.#next(rest));
    }
    const kept = (["i", "m"] as const).filter((flag) => this.#inFront.has(flag));
    const front = this.#hasParts || kept.length === 0 ? "" : `(?${kept.join("")})`;
    return { kind: "read", pattern: `${front}${parts.join("")}` };
  }

  /** The next sign as it is written here; goes on behind it. */
  #next(rest: string): string {
    if (rest.startsWith("(?#")) return this.#past(rest.indexOf(")") + 1 || rest.length, "");
    const flags = flagsShape.exec(rest);
    if (flags !== null && flags[0] !== "(?:") return this.#group(flags);
    const named = /^\(\?P(?:<(\w+)>|=(\w+)\))/u.exec(rest);
    if (named !== null) return this.#named(named);
    if (rest.startsWith("(")) this.#open.push(this.#flags);
    if (rest.startsWith(")")) this.#flags = this.#open.pop() ?? this.#flags;
    if (this.#flags.has("x")) {
      const [ignored] = /^(?:\s+|#[^\n]*)/u.exec(rest) ?? [];
      if (ignored !== undefined) return this.#past(ignored.length, "");
    }
    if (rest.startsWith("[")) return this.#class(rest);
    if (rest.startsWith("\\")) return this.#escape(rest);
    const least = /^\{,(\d+)\}/u.exec(rest);
    if (least !== null) return this.#past(least[0].length, `{0,${least[1]}}`);
    const repeat = /^\{\d+(?:,\d*)?\}/u.exec(rest);
    if (repeat !== null) return this.#past(repeat[0].length, repeat[0]);
    return this.#sign(String.fromCodePoint(rest.codePointAt(0) ?? 0));
  }

  #group(flags: RegExpExecArray): string {
    const [whole, on = "", off = "", end] = flags;
    if (end === ")") return this.#past(whole.length, ""); // it is in front of the whole already
    this.#open.push(this.#flags);
    this.#flags = new Set([...this.#flags, ...flagsOf(on)]);
    for (const flag of flagsOf(off)) this.#flags.delete(flag);
    return this.#past(whole.length, "(?:");
  }

  #named([whole, name, again]: RegExpExecArray): string {
    if (again !== undefined) return this.#past(whole.length, `\\k<${again}>`);
    this.#open.push(this.#flags);
    return this.#past(whole.length, `(?<${name}>`);
  }

  #escape(rest: string): string {
    const [whole = rest, sign = ""] = /^\\(U[\da-f]{8}|0[0-7]{0,2}|.)/isu.exec(rest) ?? [];
    const other = escapes[sign];
    if (other !== undefined) return this.#past(whole.length, other);
    return this.#past(whole.length, escaped(sign, { inClass: false }));
  }

  /** A list of characters; `]` and `[` are themselves where they cannot mean anything else. */
  #class(rest: string): string {
    const [whole, not = "", inside = ""] =
      /^\[(\^?)(\]?(?:\\.|[^\]\\])*)\]/su.exec(rest) ?? ([rest] as const);
    const signs = inside.replaceAll(
      /\\(U[\da-f]{8}|0[0-7]{0,2}|.)|([[\]])/gisu,
      (_, sign: string | undefined, bracket: string | undefined) =>
        bracket === undefined ? escaped(sign ?? "", { inClass: true }) : `\\${bracket}`,
    );
    const other = this.#isOwn("i") ? otherCases(signs) : "";
    return this.#past(whole.length, `[${not}${signs}${other}]`);
  }

  #sign(sign: string): string {
    const width = sign.length;
    if (sign === "." && !this.#flags.has("s")) return this.#past(width, "[^\\n]");
    if (sign === "^" && this.#isOwn("m")) return this.#past(width, "(?<![^\\n])");
    // `$` of Python also stands before the line end that ends the text.
    if (sign === "$" && this.#isOwn("m")) return this.#past(width, "(?![^\\n])");
    if (sign === "$" && !this.#flags.has("m")) return this.#past(width, "(?=\\n?$)");
    if (/[{}\]]/u.test(sign)) return this.#past(width, `\\${sign}`);
    const [lower, upper] = [sign.toLowerCase(), sign.toUpperCase()];
    const isLetter = this.#isOwn("i") && lower !== upper && upper.length === sign.length;
    return this.#past(width, isLetter ? `[${lower}${upper}]` : sign);
  }

  /** Whether a flag holds here that is not written in front. */
  #isOwn(flag: Flag): boolean {
    return this.#flags.has(flag) && (this.#hasParts || !this.#inFront.has(flag));
  }

  #past(length: number, written: string): string {
    this.#at += length;
    return written;
  }
}

function flagsOf(letters: string): readonly Flag[] {
  return Array.from(letters).filter((letter) => /[imsx]/u.test(letter)) as Flag[];
}

function escaped(sign: string, { inClass }: { readonly inClass: boolean }): string {
  if (sign.startsWith("U") && sign.length === 9) return `\\u{${sign.slice(1)}}`;
  if (sign.startsWith("0")) return `\\x${Number.parseInt(sign, 8).toString(16).padStart(2, "0")}`;
  if (sign === "a" && inClass) return "\\x07";
  // Python lets a backslash stand before any sign.
  const isKept = /^[\w^$\\.*+?()[\]{}|/]$/u.test(sign) || (inClass && sign === "-");
  return isKept ? `\\${sign}` : sign;
}

/** The letters and ranges of a list in their other case. */
function otherCases(signs: string): string {
  const parts = signs.match(/\\.|\p{L}-\p{L}|\p{L}/gsu) ?? [];
  const letters = parts.filter((part) => !part.startsWith("\\"));
  const others = letters.map((part) => {
    const upper = part.toUpperCase();
    return upper === part ? part.toLowerCase() : upper;
  });
  return others.filter((part, index) => part !== letters[index]).join("");
}
