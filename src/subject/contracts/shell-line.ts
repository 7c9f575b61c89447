/** What a shell makes of a line. */
export interface ShellLine {
  /** The words of each command, unquoted, those inside of `$(…)` included. */
  readonly commands: readonly (readonly string[])[];
  /** Whether every quote and bracket is closed. */
  readonly isWhole: boolean;
}

/** Reads a line as `sh` does, as far as it matters for what runs: quotes, operators, `$(…)`. */
export function readShellLine(line: string): ShellLine {
  const reader = new LineReader(line);
  reader.read("");
  return { commands: reader.commands, isWhole: reader.isWhole };
}

// --- inside ---

const depthMax = 8;

class LineReader {
  readonly commands: string[][] = [];
  isWhole = true;
  readonly #line: string;
  #at = 0;
  #depth = 0;

  constructor(line: string) {
    this.#line = line;
  }

  /** Reads commands up to a closing text; the end of the line closes only the outermost. */
  read(close: string): void {
    let words: string[] = [];
    let word: string | undefined;
    const endWord = (): void => {
      if (word !== undefined) words.push(word);
      word = undefined;
    };
    const endCommand = (): void => {
      endWord();
      if (words.length > 0) this.commands.push(words);
      words = [];
    };
    while (this.#at < this.#line.length) {
      const char = this.#line[this.#at] ?? "";
      if (close !== "" && char === close) {
        this.#at += 1;
        endCommand();
        return;
      }
      if (";&|\n()".includes(char)) {
        this.#at += 1;
        endCommand();
      } else if (/\s/.test(char)) {
        this.#at += 1;
        endWord();
      } else if (char === "#" && word === undefined) this.#comment();
      else if ("<>".includes(char)) {
        this.#at += 1;
        endWord();
      } else word = (word ?? "") + this.#piece(char);
    }
    endCommand();
    if (close !== "") this.isWhole = false;
  }

  /** One character of a word, or a quoted or replaced part of it. */
  #piece(char: string): string {
    this.#at += 1;
    switch (char) {
      case "'":
        return this.#upTo("'");
      case '"':
        return this.#doubleQuoted();
      case "\\":
        this.#at += 1;
        return this.#line[this.#at - 1] ?? "";
      case "`":
        return this.#inside("`");
      case "$":
        return this.#variable();
      default:
        return char;
    }
  }

  #upTo(quote: string): string {
    const end = this.#line.indexOf(quote, this.#at);
    const text = this.#line.slice(this.#at, end < 0 ? undefined : end);
    this.#at = end < 0 ? this.#line.length : end + 1;
    if (end < 0) this.isWhole = false;
    return text;
  }

  #doubleQuoted(): string {
    let text = "";
    while (this.#at < this.#line.length) {
      const char = this.#line[this.#at] ?? "";
      if (char === '"') {
        this.#at += 1;
        return text;
      }
      const next = this.#line[this.#at + 1] ?? "";
      if (char === "\\" && '"\\$`'.includes(next)) {
        text += next;
        this.#at += 2;
      } else if (char === "$" || char === "`") text += this.#piece(char);
      else {
        text += char;
        this.#at += 1;
      }
    }
    this.isWhole = false;
    return text;
  }

  /** Commands whose output becomes part of a word: what that is, nobody knows here. */
  #inside(close: string): string {
    if (this.#depth >= depthMax) return "";
    this.#depth += 1;
    this.read(close);
    this.#depth -= 1;
    return "";
  }

  /** What stands after a `$`: commands, or a variable, whose value nobody knows here. */
  #variable(): string {
    if (this.#line[this.#at] === "(") {
      this.#at += 1;
      return this.#inside(")");
    }
    const name = /^(\w+|\{[^}]*\})/.exec(this.#line.slice(this.#at))?.[0];
    if (name === undefined) return "$";
    this.#at += name.length;
    return "";
  }

  #comment(): void {
    const end = this.#line.indexOf("\n", this.#at);
    this.#at = end < 0 ? this.#line.length : end;
  }
}
