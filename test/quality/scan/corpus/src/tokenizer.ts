/** Takes texts apart into words. */
export class Tokenizer {
  private readonly word = /[a-z]+/gi;

  /** The first word, or an empty text if there is none. */
  firstWord(text: string): string {
    if (text.search(this.word) === -1) return "";
    return this.word.exec(text)![0];
  }

  words(text: string): string[] {
    return text.match(/[a-z]+/gi) ?? [];
  }
}

export type Token =
  | { kind: "number"; value: number }
  | { kind: "operator"; value: "+" | "-" | "*" | "/" }
  | { kind: "open" }
  | { kind: "close" };

/** `1+2` as tokens. */
export function tokenize(source: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < source.length) {
    const char = source[at];
    if (/\s/.test(char)) at++;
    else if (/\d/.test(char)) {
      const digits = /^\d+/.exec(source.slice(at))![0];
      tokens.push({ kind: "number", value: Number(digits) });
      at += digits.length;
    } else if (char === "+" || char === "-" || char === "*" || char === "/") {
      tokens.push({ kind: "operator", value: char });
      at++;
    } else if (char === "(" || char === ")") {
      tokens.push({ kind: char === "(" ? "open" : "close" });
      at++;
    } else {
      throw new SyntaxError(`unexpected ${char} at ${at}`);
    }
  }
  return tokens;
}
