import type { Token } from "./lexer.ts";
import { LuaError } from "./values.ts";

/** The tokens of a script, one after the other. */
export class TokenFeed {
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  get token(): Token {
    const token = this.#tokens[this.#at];
    if (token === undefined) throw new LuaError("user_script:0: unexpected end");
    return token;
  }

  /** Whether the next token is one of these words or signs. */
  is(...texts: readonly string[]): boolean {
    const { kind, text } = this.token;
    return (kind === "keyword" || kind === "sign") && texts.includes(text);
  }

  /** Takes the next token if it is this word or sign. */
  accept(text: string): boolean {
    if (!this.is(text)) return false;
    this.#at += 1;
    return true;
  }

  expect(text: string): void {
    if (!this.accept(text)) throw this.fail(`'${text}' expected`);
  }

  name(): string {
    if (this.token.kind !== "name") throw this.fail("<name> expected");
    return this.take().text;
  }

  take(): Token {
    const { token } = this;
    this.#at += 1;
    return token;
  }

  fail(message: string): LuaError {
    const { line, text } = this.token;
    return new LuaError(`user_script:${line}: ${message} near '${text}'`);
  }

  /** Reads something that may hold its like; too deep is an error and no full stack. */
  nested<T>(read: () => T): T {
    this.#depth += 1;
    if (this.#depth > depthMax) throw this.fail("chunk has too many syntax levels");
    try {
      return read();
    } finally {
      this.#depth -= 1;
    }
  }
}

// --- inside ---

const depthMax = 200;
