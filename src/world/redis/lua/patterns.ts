import { failAt, type LuaValue, type Machine } from "./values.ts";

/** What a pattern of Lua found: from where to where, and its captures. */
export interface PatternMatch {
  readonly start: number;
  readonly end: number;
  readonly captures: readonly LuaValue[];
}

/** Looks for a pattern in a text, from a position on. */
export function findPattern(
  text: string,
  pattern: string,
  { from, machine }: { readonly from: number; readonly machine: Machine },
): PatternMatch | undefined {
  const isAnchored = pattern.startsWith("^");
  const start = isAnchored ? 1 : 0;
  for (let at = from; at <= text.length; at++) {
    const matcher = new Matcher({ text, pattern, machine });
    const end = matcher.match(at, start);
    if (end !== undefined) return { start: at, end, captures: matcher.captures() };
    if (isAnchored) return undefined;
  }
  return undefined;
}

// --- inside ---

/** More than any pattern that is meant needs; a pattern that explodes ends with an error. */
const attemptsMax = 1_000_000;

interface Capture {
  readonly start: number;
  /** Undefined while it is open; "position" for `()`. */
  end: number | "position" | undefined;
}

class Matcher {
  readonly #text: string;
  readonly #pattern: string;
  readonly #machine: Machine;
  #captures: Capture[] = [];
  #attempts = 0;

  constructor(from: {
    readonly text: string;
    readonly pattern: string;
    readonly machine: Machine;
  }) {
    this.#text = from.text;
    this.#pattern = from.pattern;
    this.#machine = from.machine;
  }

  captures(): LuaValue[] {
    return this.#captures.map(({ start, end }) =>
      end === "position" ? start + 1 : this.#text.slice(start, end),
    );
  }

  /** Where a match that begins here ends. */
  match(at: number, part: number): number | undefined {
    this.#attempts += 1;
    if (this.#attempts > attemptsMax) throw failAt(this.#machine, "pattern too complex");
    const pattern = this.#pattern;
    if (part >= pattern.length) return at;
    const sign = pattern[part];
    if (sign === "(") return this.#open(at, part);
    if (sign === ")") return this.#close(at, part);
    if (sign === "$" && part + 1 === pattern.length)
      return at === this.#text.length ? at : undefined;
    if (sign === "%") {
      const next = pattern[part + 1] ?? "";
      if (next === "b") return this.#balanced(at, part);
      if (next === "f") return this.#frontier(at, part);
      if (/\d/.test(next)) return this.#again(at, part, Number(next));
    }
    return this.#repeated(at, part);
  }

  #repeated(at: number, part: number): number | undefined {
    const end = this.#classEnd(part);
    const sign = this.#pattern[end];
    if (sign === "*") return this.#most(at, { part, end, atLeast: 0 });
    if (sign === "+") return this.#most(at, { part, end, atLeast: 1 });
    if (sign === "-") {
      for (let to = at; ; to++) {
        const matched = this.match(to, end + 1);
        if (matched !== undefined) return matched;
        if (!this.#fits(to, part, end)) return undefined;
      }
    }
    const isFit = this.#fits(at, part, end);
    if (sign === "?") {
      const matched = isFit ? this.match(at + 1, end + 1) : undefined;
      return matched ?? this.match(at, end + 1);
    }
    return isFit ? this.match(at + 1, end) : undefined;
  }

  #most(
    at: number,
    {
      part,
      end,
      atLeast,
    }: { readonly part: number; readonly end: number; readonly atLeast: number },
  ): number | undefined {
    let count = 0;
    while (this.#fits(at + count, part, end)) count += 1;
    for (; count >= atLeast; count--) {
      const matched = this.match(at + count, end + 1);
      if (matched !== undefined) return matched;
    }
    return undefined;
  }

  #open(at: number, part: number): number | undefined {
    const isPosition = this.#pattern[part + 1] === ")";
    const kept = this.#captures;
    this.#captures = [...kept, { start: at, end: isPosition ? "position" : undefined }];
    const matched = this.match(at, part + (isPosition ? 2 : 1));
    if (matched === undefined) this.#captures = kept;
    return matched;
  }

  #close(at: number, part: number): number | undefined {
    const open = this.#captures.findLast(({ end }) => end === undefined);
    if (open === undefined) throw failAt(this.#machine, "invalid pattern capture");
    open.end = at;
    const matched = this.match(at, part + 1);
    if (matched === undefined) open.end = undefined;
    return matched;
  }

  #balanced(at: number, part: number): number | undefined {
    const [open, close] = [this.#pattern[part + 2], this.#pattern[part + 3]];
    if (this.#text[at] !== open) return undefined;
    let depth = 0;
    for (let to = at; to < this.#text.length; to++) {
      const character = this.#text[to];
      if (character === close) depth -= 1;
      else if (character === open) depth += 1;
      if (depth === 0) return this.match(to + 1, part + 4);
    }
    return undefined;
  }

  #frontier(at: number, part: number): number | undefined {
    const from = part + 2;
    const end = this.#classEnd(from);
    const before = at === 0 ? "\0" : (this.#text[at - 1] ?? "\0");
    const after = this.#text[at] ?? "\0";
    const isThere = !this.#isOf(before, from, end) && this.#isOf(after, from, end);
    return isThere ? this.match(at, end) : undefined;
  }

  #again(at: number, part: number, number: number): number | undefined {
    const capture = this.#captures[number - 1];
    if (capture === undefined || typeof capture.end !== "number") {
      throw failAt(this.#machine, "invalid capture index");
    }
    const wanted = this.#text.slice(capture.start, capture.end);
    return this.#text.startsWith(wanted, at) ? this.match(at + wanted.length, part + 2) : undefined;
  }

  #fits(at: number, part: number, end: number): boolean {
    const character = this.#text[at];
    return character !== undefined && this.#isOf(character, part, end);
  }

  #isOf(character: string, part: number, end: number): boolean {
    const sign = this.#pattern[part] ?? "";
    if (sign === ".") return true;
    if (sign === "%") return isOfClass(character, this.#pattern[part + 1] ?? "");
    if (sign === "[") return isInSet(character, this.#pattern.slice(part + 1, end - 1));
    return sign === character;
  }

  /** Where one class ends in the pattern. */
  #classEnd(part: number): number {
    const sign = this.#pattern[part];
    if (sign === "%") {
      if (part + 1 < this.#pattern.length) return part + 2;
      throw failAt(this.#machine, "malformed pattern (ends with '%')");
    }
    if (sign !== "[") return part + 1;
    let at = this.#pattern[part + 1] === "^" ? part + 2 : part + 1;
    do {
      if (at >= this.#pattern.length) {
        throw failAt(this.#machine, "malformed pattern (missing ']')");
      }
      at += this.#pattern[at] === "%" ? 2 : 1;
    } while (this.#pattern[at] !== "]");
    return at + 1;
  }
}

const classes: Readonly<Record<string, RegExp>> = {
  a: /[A-Za-z]/,
  d: /\d/,
  l: /[a-z]/,
  s: /[\t-\r ]/,
  u: /[A-Z]/,
  w: /[A-Za-z\d]/,
  x: /[\dA-Fa-f]/,
  p: /[!-/:-@[-`{-~]/,
  c: /\p{Cc}/u,
  z: /\0/,
};

function isOfClass(character: string, name: string): boolean {
  const known = classes[name.toLowerCase()];
  if (known === undefined) return character === name;
  // Bytes above 127 are of no class.
  const isOfIt = character < "\u0080" && known.test(character);
  return isOfIt === (name === name.toLowerCase());
}

function isInSet(character: string, set: string): boolean {
  const isNot = set.startsWith("^");
  let at = isNot ? 1 : 0;
  while (at < set.length) {
    const low = set[at] ?? "";
    const high = set[at + 2];
    if (low === "%") {
      if (isOfClass(character, set[at + 1] ?? "")) return !isNot;
      at += 2;
    } else if (set[at + 1] === "-" && high !== undefined) {
      if (character >= low && character <= high) return !isNot;
      at += 3;
    } else {
      if (character === low) return !isNot;
      at += 1;
    }
  }
  return isNot;
}
