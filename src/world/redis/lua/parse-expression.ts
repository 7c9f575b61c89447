import type { Block, Expression, FunctionBody, Invocation, TableField } from "./syntax.ts";
import type { TokenFeed } from "./token-feed.ts";

/** Reads blocks, for the bodies of functions. */
export type ReadBlock = (feed: TokenFeed) => Block;

/** Reads the expressions of a script. */
export class ExpressionParser {
  readonly #feed: TokenFeed;
  readonly #readBlock: ReadBlock;

  constructor(feed: TokenFeed, readBlock: ReadBlock) {
    this.#feed = feed;
    this.#readBlock = readBlock;
  }

  list(): Expression[] {
    const all = [this.one()];
    while (this.#feed.accept(",")) all.push(this.one());
    return all;
  }

  one(above = 0): Expression {
    return this.#feed.nested(() => this.#binary(above));
  }

  /** What may stand left of `=` or be called. */
  suffixed(): Expression {
    let left = this.#primary();
    for (;;) {
      const next = this.#suffix(left);
      if (next === undefined) return left;
      left = next;
    }
  }

  functionBody(first: readonly string[] = []): FunctionBody {
    const feed = this.#feed;
    const parameters = [...first];
    let hasVarargs = false;
    feed.expect("(");
    while (!feed.is(")")) {
      if (feed.accept("...")) {
        hasVarargs = true;
        break;
      }
      parameters.push(feed.name());
      if (!feed.accept(",")) break;
    }
    feed.expect(")");
    const block = this.#readBlock(feed);
    feed.expect("end");
    return { parameters, hasVarargs, block };
  }

  #binary(above: number): Expression {
    const feed = this.#feed;
    let left = this.#unary();
    for (;;) {
      const { text: sign, line, kind } = feed.token;
      const strength = kind === "text" || kind === "name" ? undefined : strengths.get(sign);
      if (strength === undefined || strength[0] <= above) return left;
      feed.take();
      left = { kind: "binary", sign, left, right: this.one(strength[1]), line };
    }
  }

  #unary(): Expression {
    const feed = this.#feed;
    const { line } = feed.token;
    if (!feed.is("not", "-", "#")) return this.#simple();
    const sign = feed.take().text;
    return { kind: "unary", sign, of: this.one(unaryStrength), line };
  }

  #simple(): Expression {
    const feed = this.#feed;
    const { kind, value, text } = feed.token;
    if (kind === "number") return feed.take() && { kind: "constant", value: value ?? 0 };
    if (kind === "text") return feed.take() && { kind: "constant", value: text };
    if (feed.accept("nil")) return { kind: "constant", value: undefined };
    if (feed.accept("true")) return { kind: "constant", value: true };
    if (feed.accept("false")) return { kind: "constant", value: false };
    if (feed.accept("...")) return { kind: "varargs" };
    if (feed.is("{")) return this.#table();
    if (feed.accept("function")) return { kind: "function", body: this.functionBody() };
    return this.suffixed();
  }

  #primary(): Expression {
    const feed = this.#feed;
    const { line, kind } = feed.token;
    if (kind === "name") return { kind: "name", name: feed.name(), line };
    if (!feed.accept("(")) throw feed.fail("unexpected symbol");
    const inner = this.one();
    feed.expect(")");
    return { kind: "group", inner };
  }

  #suffix(left: Expression): Expression | undefined {
    const feed = this.#feed;
    const { line } = feed.token;
    if (feed.accept(".")) {
      return { kind: "index", of: left, key: { kind: "constant", value: feed.name() }, line };
    }
    if (feed.accept("[")) {
      const key = this.one();
      feed.expect("]");
      return { kind: "index", of: left, key, line };
    }
    if (feed.accept(":")) return this.#call(left, feed.name(), line);
    if (feed.is("(", "{") || feed.token.kind === "text") return this.#call(left, undefined, line);
    return undefined;
  }

  #call(called: Expression, method: string | undefined, line: number): Invocation {
    return { kind: "call", called, method, args: this.#arguments(), line };
  }

  #arguments(): Expression[] {
    const feed = this.#feed;
    if (feed.token.kind === "text") return [{ kind: "constant", value: feed.take().text }];
    if (feed.is("{")) return [this.#table()];
    feed.expect("(");
    if (feed.accept(")")) return [];
    const args = this.list();
    feed.expect(")");
    return args;
  }

  #table(): Expression {
    const feed = this.#feed;
    const fields: TableField[] = [];
    feed.expect("{");
    while (!feed.is("}")) {
      fields.push(this.#field());
      if (!feed.accept(",") && !feed.accept(";")) break;
    }
    feed.expect("}");
    return { kind: "table", fields };
  }

  #field(): TableField {
    const feed = this.#feed;
    if (feed.accept("[")) {
      const key = this.one();
      feed.expect("]");
      feed.expect("=");
      return { key, value: this.one() };
    }
    const value = this.one();
    // A name before `=` is a key; no expression goes on with that sign.
    if (value.kind !== "name" || !feed.accept("=")) return { key: undefined, value };
    return { key: { kind: "constant", value: value.name }, value: this.one() };
  }
}

// --- inside ---

/** How strongly an operator binds to its left and to its right. */
const strengths: ReadonlyMap<string, readonly [number, number]> = new Map(
  Object.entries<readonly [number, number]>({
    or: [1, 1],
    and: [2, 2],
    "<": [3, 3],
    ">": [3, 3],
    "<=": [3, 3],
    ">=": [3, 3],
    "~=": [3, 3],
    "==": [3, 3],
    "..": [5, 4],
    "+": [6, 6],
    "-": [6, 6],
    "*": [7, 7],
    "/": [7, 7],
    "%": [7, 7],
    "^": [10, 9],
  }),
);

const unaryStrength = 8;
