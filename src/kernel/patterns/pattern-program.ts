/** One instruction of a compiled regular expression; numbers are places in the program. */
export type PatternStep =
  | { readonly kind: "one"; readonly matches: (character: string) => boolean }
  /** Goes on at the first place, and at the second one if that fails. */
  | { readonly kind: "split"; readonly first: number; readonly second: number }
  | { readonly kind: "jump"; readonly to: number }
  | { readonly kind: "edge"; readonly edge: "start" | "end" | "word" | "inside" }
  /** Remembers where a turn of a loop began, and ends a loop that does not get ahead. */
  | { readonly kind: "begin" | "ahead"; readonly slot: number }
  | { readonly kind: "look"; readonly steps: readonly PatternStep[]; readonly wanted: boolean }
  | { readonly kind: "done" };

/**
 * Compiles a regular expression for counting. Undefined where it has what is not counted: it refers
 * to what it has read, looks behind, repeats very often, or uses the newest syntax.
 */
export function compilePattern({ source, flags }: RegExp): readonly PatternStep[] | undefined {
  const compiler = new Compiler(source, flags);
  return compiler.compile();
}

// --- inside ---

const stepsMax = 4_000;
const repeatMax = 200;

/** A part that is not counted was met. */
class NotCounted extends Error {
  override readonly name: string = "NotCounted";
}

const atom = new RegExp(
  [
    String.raw`\\(?:[pPu]\{[^}]*\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|c[A-Za-z]|[^])`,
    String.raw`\[(?:\\[^]|[^\]\\])*\]|[^]`,
  ].join("|"),
  "uy",
);
const quantifier = /(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})(\??)/uy;

class Compiler {
  readonly #source: string;
  readonly #flags: string;
  #at = 0;
  #steps: PatternStep[] = [];
  #slots = 0;

  constructor(source: string, flags: string) {
    this.#source = source;
    this.#flags = flags;
  }

  compile(): readonly PatternStep[] | undefined {
    if (this.#flags.includes("v")) return undefined;
    try {
      this.#choice();
      this.#add({ kind: "done" });
      return this.#at === this.#source.length ? this.#steps : undefined;
    } catch (thrown) {
      if (thrown instanceof NotCounted) return undefined;
      throw thrown;
    }
  }

  #choice(): void {
    const start = this.#steps.length;
    this.#sequence();
    if (this.#source[this.#at] !== "|") return;
    this.#at += 1;
    const first = this.#cut(start);
    const [at, from] = [this.#at, start + first.length + 2];
    this.#steps.push({ kind: "split", first: start + 1, second: from });
    this.#steps.push(...moved(first, 1));
    this.#steps.push({ kind: "jump", to: 0 });
    this.#at = at;
    this.#choice();
    this.#steps[from - 1] = { kind: "jump", to: this.#steps.length };
  }

  #sequence(): void {
    while (this.#at < this.#source.length && !"|)".includes(this.#source[this.#at] ?? "")) {
      const start = this.#steps.length;
      this.#part();
      this.#repeat(start);
    }
  }

  #part(): void {
    const rest = this.#source.slice(this.#at, this.#at + 4);
    const isMultiline = this.#flags.includes("m");
    if (rest.startsWith("(")) {
      this.#group(rest);
    } else if (rest.startsWith("^") || rest.startsWith("$")) {
      // With the multiline flag every line has edges; that is not counted.
      if (isMultiline) throw new NotCounted();
      this.#at += 1;
      this.#add({ kind: "edge", edge: rest.startsWith("^") ? "start" : "end" });
    } else if (/^\\[bB]/.test(rest)) {
      this.#at += 2;
      this.#add({ kind: "edge", edge: rest[1] === "b" ? "word" : "inside" });
    } else this.#single();
  }

  #single(): void {
    atom.lastIndex = this.#at;
    const found = atom.exec(this.#source)?.[0];
    if (found === undefined || /^\\[1-9k]/.test(found)) throw new NotCounted();
    this.#at += found.length;
    this.#add({ kind: "one", matches: single(found, this.#flags) });
  }

  #group(rest: string): void {
    const open = /^\((?:\?(?::|[=!]|<(?![=!])[^>]*>))?/u.exec(this.#source.slice(this.#at))?.[0];
    if (open === undefined || (rest.startsWith("(?") && open === "(")) throw new NotCounted();
    this.#at += open.length;
    const start = this.#steps.length;
    this.#choice();
    if (this.#source[this.#at] !== ")") throw new NotCounted();
    this.#at += 1;
    if (open !== "(?=" && open !== "(?!") return;
    const inside = moved(this.#cut(start), -start);
    this.#add({ kind: "look", steps: [...inside, { kind: "done" }], wanted: open === "(?=" });
  }

  #repeat(start: number): void {
    quantifier.lastIndex = this.#at;
    const found = quantifier.exec(this.#source);
    if (found === null) return;
    this.#at += found[0].length;
    const [, sign, from, comma, to, lazy] = found;
    const least = sign === undefined ? Number(from) : sign === "+" ? 1 : 0;
    const most =
      sign === "?"
        ? 1
        : sign !== undefined || (comma !== undefined && to === "")
          ? Infinity
          : comma === undefined
            ? least
            : Number(to);
    if (least > repeatMax || (most !== Infinity && most > repeatMax)) throw new NotCounted();
    const body = moved(this.#cut(start), -start);
    const isLazy = lazy === "?";
    for (let count = 0; count < least; count += 1) this.#addAll(body);
    if (most === Infinity) this.#loop(body, isLazy);
    else for (let count = least; count < most; count += 1) this.#maybe(body, isLazy);
  }

  #loop(body: readonly PatternStep[], isLazy: boolean): void {
    const at = this.#steps.length;
    const slot = this.#slots++;
    const [inside, after] = [at + 1, at + body.length + 4];
    this.#add(isLazy ? split(after, inside) : split(inside, after));
    this.#add({ kind: "begin", slot });
    this.#addAll(body);
    this.#add({ kind: "ahead", slot });
    this.#add({ kind: "jump", to: at });
  }

  #maybe(body: readonly PatternStep[], isLazy: boolean): void {
    const at = this.#steps.length;
    const [inside, after] = [at + 1, at + body.length + 1];
    this.#add(isLazy ? split(after, inside) : split(inside, after));
    this.#addAll(body);
  }

  #addAll(body: readonly PatternStep[]): void {
    for (const step of moved(body, this.#steps.length)) this.#add(step);
  }

  #add(step: PatternStep): void {
    if (this.#steps.length >= stepsMax) throw new NotCounted();
    this.#steps.push(step);
  }

  #cut(start: number): readonly PatternStep[] {
    const cut = this.#steps.slice(start);
    this.#steps = this.#steps.slice(0, start);
    return cut;
  }
}

function split(first: number, second: number): PatternStep {
  return { kind: "split", first, second };
}

/** The same steps at another place in the program. */
function moved(steps: readonly PatternStep[], by: number): readonly PatternStep[] {
  return steps.map((step) => {
    if (step.kind === "jump") return { ...step, to: step.to + by };
    if (step.kind !== "split") return step;
    return { ...step, first: step.first + by, second: step.second + by };
  });
}

/** Asks the engine itself what one character matches, once for each character. */
function single(found: string, flags: string): (character: string) => boolean {
  const kept = flags.replaceAll(/[^isu]/g, "");
  const pattern = new RegExp(`^(?:${found})$`, kept);
  const known = new Map<string, boolean>();
  return (character) => {
    const before = known.get(character);
    if (before !== undefined) return before;
    const isMatch = pattern.test(character);
    known.set(character, isMatch);
    return isMatch;
  };
}
