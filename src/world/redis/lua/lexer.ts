import { LuaError } from "./values.ts";

/** A word, sign, number or text of a script. */
export interface Token {
  readonly kind: "name" | "keyword" | "sign" | "number" | "text" | "end";
  readonly text: string;
  readonly value?: number;
  readonly line: number;
}

/** Cuts a script into tokens. */
export function tokensOf(source: string): Token[] {
  const lexer = new Lexer(source);
  const tokens: Token[] = [];
  for (;;) {
    const token = lexer.next();
    tokens.push(token);
    if (token.kind === "end") return tokens;
  }
}

// --- inside ---

const keywords = new Set(
  `and break do else elseif end false for function if in local nil not or repeat return then true
   until while`.split(/\s+/),
);

const signs = /\.\.\.|\.\.|==|~=|<=|>=|[-+*/%^#<>=(){}[\];:,.]/y;
const numbers = /0[xX][\da-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?/y;
const names = /[A-Za-z_]\w*/y;
const spaces = /[\s]+|--\[(=*)\[[^]*?\]\1\]|--(?!\[=*\[)[^\n]*/y;
const longTexts = /\[(=*)\[\r?\n?([^]*?)\]\1\]/y;

const escapes: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  a: "\u0007",
  b: "\b",
  f: "\f",
  v: "\v",
};

class Lexer {
  readonly #source: string;
  #at = 0;
  #line = 1;

  constructor(source: string) {
    this.#source = source;
  }

  next(): Token {
    while (this.#take(spaces) !== undefined);
    const line = this.#line;
    if (this.#at >= this.#source.length) return { kind: "end", text: "<eof>", line };
    const name = this.#take(names);
    if (name !== undefined) {
      return { kind: keywords.has(name[0]) ? "keyword" : "name", text: name[0], line };
    }
    const number = this.#take(numbers);
    if (number !== undefined) {
      return { kind: "number", text: number[0], value: Number(number[0]), line };
    }
    const long = this.#take(longTexts);
    if (long !== undefined) return { kind: "text", text: long[2] ?? "", line };
    const quote = this.#source[this.#at] ?? "";
    if (quote === '"' || quote === "'") return { kind: "text", text: this.#quoted(quote), line };
    const sign = this.#take(signs);
    if (sign !== undefined) return { kind: "sign", text: sign[0], line };
    throw new LuaError(`user_script:${line}: unexpected symbol near '${quote}'`);
  }

  #take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#source);
    if (found === null) return undefined;
    this.#at += found[0].length;
    for (const character of found[0]) if (character === "\n") this.#line += 1;
    return found;
  }

  #quoted(quote: string): string {
    let text = "";
    this.#at += 1;
    for (;;) {
      const character = this.#source[this.#at];
      if (character === undefined || character === "\n") {
        throw new LuaError(`user_script:${this.#line}: unfinished string near '${quote}${text}'`);
      }
      this.#at += 1;
      if (character === quote) return text;
      text += character === "\\" ? this.#escape() : character;
    }
  }

  #escape(): string {
    const digits = /\d{1,3}/y;
    digits.lastIndex = this.#at;
    const code = digits.exec(this.#source);
    if (code !== null) {
      this.#at += code[0].length;
      return String.fromCharCode(Number(code[0]) & 255);
    }
    const character = this.#source[this.#at] ?? "";
    this.#at += 1;
    if (character === "\n") this.#line += 1;
    return escapes[character] ?? character;
  }
}
