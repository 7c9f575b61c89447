import { tokensOf } from "./lexer.ts";
import { ExpressionParser } from "./parse-expression.ts";
import type { Block, Branch, Expression, Statement } from "./syntax.ts";
import { TokenFeed } from "./token-feed.ts";

/** Reads a script; what is no Lua 5.1 throws a `LuaError`. */
export function parseLua(source: string): Block {
  const feed = new TokenFeed(tokensOf(source));
  const block = readBlock(feed);
  if (feed.token.kind !== "end") throw feed.fail("'<eof>' expected");
  return block;
}

// --- inside ---

function readBlock(feed: TokenFeed): Block {
  const expressions = new ExpressionParser(feed, readBlock);
  const statements: Statement[] = [];
  while (feed.token.kind !== "end" && !feed.is("end", "else", "elseif", "until")) {
    const isLast = feed.is("return", "break");
    statements.push(feed.nested(() => readStatement(feed, expressions)));
    feed.accept(";");
    if (isLast) break;
  }
  return statements;
}

function readStatement(feed: TokenFeed, expressions: ExpressionParser): Statement {
  if (feed.accept("if")) return readIf(feed, expressions);
  if (feed.accept("local")) return readLocal(feed, expressions);
  if (feed.accept("return")) {
    const isEmpty = feed.token.kind === "end" || feed.is("end", "else", "elseif", "until", ";");
    return { kind: "return", values: isEmpty ? [] : expressions.list() };
  }
  if (feed.accept("break")) return { kind: "break" };
  if (feed.accept("for")) return readFor(feed, expressions);
  if (feed.accept("function")) return readFunction(feed, expressions);
  if (feed.accept("do")) return { kind: "do", block: ended(feed) };
  if (feed.accept("while")) {
    const condition = expressions.one();
    feed.expect("do");
    return { kind: "while", condition, block: ended(feed) };
  }
  if (feed.accept("repeat")) {
    const block = readBlock(feed);
    feed.expect("until");
    return { kind: "repeat", block, until: expressions.one() };
  }
  return readExpressionStatement(feed, expressions);
}

function ended(feed: TokenFeed): Block {
  const block = readBlock(feed);
  feed.expect("end");
  return block;
}

function readIf(feed: TokenFeed, expressions: ExpressionParser): Statement {
  const branches: Branch[] = [];
  let otherwise: Block = [];
  do {
    const condition = expressions.one();
    feed.expect("then");
    branches.push({ condition, block: readBlock(feed) });
  } while (feed.accept("elseif"));
  if (feed.accept("else")) otherwise = readBlock(feed);
  feed.expect("end");
  return { kind: "if", branches, otherwise };
}

function readLocal(feed: TokenFeed, expressions: ExpressionParser): Statement {
  if (feed.accept("function")) {
    const name = feed.name();
    return { kind: "local function", name, body: expressions.functionBody() };
  }
  const names = [feed.name()];
  while (feed.accept(",")) names.push(feed.name());
  return { kind: "local", names, values: feed.accept("=") ? expressions.list() : [] };
}

function readFor(feed: TokenFeed, expressions: ExpressionParser): Statement {
  const { line } = feed.token;
  const names = [feed.name()];
  if (feed.accept("=")) {
    const range = expressions.list();
    if (range.length < 2 || range.length > 3) throw feed.fail("'for' initial value expected");
    feed.expect("do");
    return { kind: "count", name: names[0] ?? "", range, block: ended(feed), line };
  }
  while (feed.accept(",")) names.push(feed.name());
  feed.expect("in");
  const values = expressions.list();
  feed.expect("do");
  return { kind: "each", names, values, block: ended(feed), line };
}

/** `function a.b:c() … end`. */
function readFunction(feed: TokenFeed, expressions: ExpressionParser): Statement {
  const { line } = feed.token;
  let target: Expression = { kind: "name", name: feed.name(), line };
  while (feed.accept(".")) {
    target = { kind: "index", of: target, key: { kind: "constant", value: feed.name() }, line };
  }
  const isMethod = feed.accept(":");
  if (isMethod) {
    target = { kind: "index", of: target, key: { kind: "constant", value: feed.name() }, line };
  }
  const body = expressions.functionBody(isMethod ? ["self"] : []);
  return { kind: "assign", targets: [target], values: [{ kind: "function", body }] };
}

function readExpressionStatement(feed: TokenFeed, expressions: ExpressionParser): Statement {
  const first = expressions.suffixed();
  if (first.kind === "call" && !feed.is("=", ",")) return { kind: "call", call: first };
  const targets = [first];
  while (feed.accept(",")) targets.push(expressions.suffixed());
  feed.expect("=");
  if (targets.some(({ kind }) => kind !== "name" && kind !== "index")) {
    throw feed.fail("syntax error");
  }
  return { kind: "assign", targets, values: expressions.list() };
}
