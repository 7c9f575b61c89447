import { type Comment, type Node, parseSync, type Statement } from "oxc-parser";
import { isTooDeep } from "../../kernel/failure/too-deep.ts";
import { isClosedValue } from "./closed-value.ts";

/** What one statement of an example is said to give. */
export interface StatedResult {
  /** The expression as the example writes it. */
  readonly text: string;
  /** The statements that come before it, those that only print left out. */
  readonly before: readonly Statement[];
  /** What gives the value: an expression, or a name that `before` declares. */
  readonly got: { readonly start: number; readonly end: number };
  /** The code of what it is said to give; undefined where it is said to throw. */
  readonly said: string | undefined;
  /** How the comment writes it: what is printed has no quotes. */
  readonly written: string;
  /** The line of the code, from 0. */
  readonly line: number;
}

/** An example that could be read: its statements, and what they are said to give. */
export interface ReadExample {
  readonly code: string;
  readonly statements: readonly Statement[];
  readonly results: readonly StatedResult[];
}

/** Reads what the statements of an example are said to give; undefined where it is no code. */
export function statedResults(code: string): ReadExample | undefined {
  if (code.length > codeMax || isTooDeep(code)) return undefined;
  const options = { lang: "ts", sourceType: "module" } as const;
  const { program, comments, errors } = parseSync("example.ts", code, options);
  if (errors.length > 0) return undefined;
  const results: StatedResult[] = [];
  const before: Statement[] = [];
  for (const [at, statement] of program.body.entries()) {
    if (statement.type === "ImportDeclaration") continue;
    const next = program.body[at + 1]?.start ?? code.length;
    const result = resultOf(statement, { code, comments, next });
    const isThrow = result !== undefined && result.said === undefined;
    const isOnlyPrinted = isPrinting(statement);
    if (!isThrow && !isOnlyPrinted) before.push(statement);
    if (result === undefined) continue;
    // A declaration is evaluated with what comes before it; an expression is evaluated alone.
    const own =
      statement.type === "VariableDeclaration" ? before : before.filter((one) => one !== statement);
    const line = lineOf(code, statement.start);
    results.push({ ...result, before: [...own], line });
  }
  return { code, statements: program.body, results };
}

// --- inside ---

const codeMax = 20_000;

type Found = Pick<StatedResult, "text" | "got" | "said" | "written">;

interface Around {
  readonly code: string;
  readonly comments: readonly Comment[];
  /** Where the next statement begins. */
  readonly next: number;
}

function resultOf(statement: Statement, around: Around): Found | undefined {
  const asserted = assertedOf(statement, around.code);
  if (asserted !== undefined) return asserted;
  const subject = subjectOf(statement);
  if (subject === undefined) return undefined;
  const { code } = around;
  const about = { text: code.slice(subject.start, subject.end), got: subject.name ?? subject };
  const said = saidAfter(statement, around);
  return said === undefined ? undefined : { ...about, ...said };
}

/** The expression that a statement is about; a name for what a declaration gives. */
function subjectOf(
  statement: Statement,
): { start: number; end: number; name?: { start: number; end: number } } | undefined {
  if (statement.type === "VariableDeclaration") {
    const [only, more] = statement.declarations;
    if (only?.init === null || only?.init === undefined || more !== undefined) return undefined;
    if (only.id.type !== "Identifier" || !hasCall(only.init)) return undefined;
    const { start, name } = only.id;
    return {
      start: only.init.start,
      end: only.init.end,
      name: { start, end: start + name.length },
    };
  }
  if (statement.type !== "ExpressionStatement") return undefined;
  const printed = printedIn(statement);
  const { start, end } = printed ?? statement.expression;
  return hasCall(printed ?? statement.expression) ? { start, end } : undefined;
}

function hasCall(node: Node): boolean {
  if (node.type === "AwaitExpression") return hasCall(node.argument);
  return (
    node.type === "CallExpression" ||
    node.type === "NewExpression" ||
    node.type === "MemberExpression" ||
    node.type === "BinaryExpression" ||
    node.type === "Identifier"
  );
}

function isPrinting(statement: Statement): boolean {
  return printedIn(statement) !== undefined;
}

/** What `console.log(…)` is given, where it is one thing. */
function printedIn(statement: Statement): Node | undefined {
  if (statement.type !== "ExpressionStatement") return undefined;
  const { expression } = statement;
  if (expression.type !== "CallExpression" || expression.callee.type !== "MemberExpression") {
    return undefined;
  }
  const { object, property } = expression.callee;
  const isConsole = object.type === "Identifier" && object.name === "console";
  const isLog = property.type === "Identifier" && /^(?:log|info|debug|dir)$/u.test(property.name);
  const [first, more] = expression.arguments;
  if (!isConsole || !isLog || first === undefined || more !== undefined) return undefined;
  return first.type === "SpreadElement" ? undefined : first;
}

const equalities =
  /^(?:equal|equals|strictEqual|deepEqual|deepStrictEqual|toBe|toEqual|toStrictEqual)$/u;

/** `assert.equal(slug("A"), "a")`, `assertEquals(…)` and `expect(slug("A")).toBe("a")`. */
function assertedOf(statement: Statement, code: string): Found | undefined {
  if (statement.type !== "ExpressionStatement") return undefined;
  const { expression } = statement;
  if (expression.type !== "CallExpression") return undefined;
  const { callee, arguments: given } = expression;
  let got: Node | undefined;
  let said: Node | undefined;
  if (callee.type === "Identifier" && callee.name === "assertEquals") [got, said] = given;
  if (callee.type === "MemberExpression" && callee.property.type === "Identifier") {
    if (!equalities.test(callee.property.name)) return undefined;
    const { object } = callee;
    if (object.type === "Identifier" && object.name === "assert") [got, said] = given;
    const isExpect =
      object.type === "CallExpression" &&
      object.callee.type === "Identifier" &&
      object.callee.name === "expect";
    if (isExpect) [got, said] = [object.arguments[0], given[0]];
  }
  if (got === undefined || said === undefined || !isClosedValue(said)) return undefined;
  const written = code.slice(said.start, said.end);
  const { start, end } = got;
  return { text: code.slice(start, end), got: { start, end }, said: written, written };
}

const words = "returns?|results?|output|logs?|prints?|gives?|expected(?: output| result)?";
const verbs = "will be|is|to be|equals";

/** What stands before a value: `=>`, `returns`, `result will be`. */
const marker = new RegExp(
  String.raw`^\s*(?:=>|->|→|⇒|[=:]|(?:${words})\b(?:\s+(?:${verbs}))?\s*:?)\s*(?:=>\s*)?`,
  "iu",
);

/** What the comment behind a statement, or on the lines below it, says that it gives. */
function saidAfter(
  statement: Statement,
  { code, comments, next }: Around,
): Pick<Found, "said" | "written"> | undefined {
  const behind = comments.filter(({ start }) => start >= statement.end && start < next);
  const [first, ...rest] = behind;
  if (first === undefined) return undefined;
  const gap = code.slice(statement.end, first.start);
  const linesBetween = gap.split("\n").length - 1;
  if (linesBetween > 1 || /[^\s;]/u.test(gap)) return undefined;
  const marked = marker.exec(first.value);
  // Without a mark it is a remark, unless it stands behind the statement and is a value.
  if (marked === null && linesBetween > 0) return undefined;
  let text = first.value.slice(marked?.[0].length ?? 0).trim();
  if (/^throws?\b|^\w*Error\b/iu.test(text) && !/^["'`]/u.test(text)) {
    return marked === null && !/^throws?\b/iu.test(text)
      ? undefined
      : { said: undefined, written: text };
  }
  if (/^\s*throws?\b/iu.test(first.value)) return { said: undefined, written: first.value.trim() };
  for (const more of [undefined, ...rest.slice(0, linesMax)]) {
    if (more !== undefined) text += `\n${more.value}`;
    const value = valueOf(text.trim());
    if (value !== undefined) return { said: value, written: text.trim() };
  }
  return undefined;
}

/** A value may go over so many lines. */
const linesMax = 20;

/** A text that is one value and nothing else, as code. */
function valueOf(text: string): string | undefined {
  const plain = text.replace(/[.;]$/u, "");
  if (plain === "") return undefined;
  const { program, errors } = parseSync("value.ts", `(${plain}\n)`, { lang: "ts" });
  const [only, more] = program.body;
  if (errors.length > 0 || more !== undefined || only?.type !== "ExpressionStatement") {
    return undefined;
  }
  const { expression } = only;
  const inner = expression.type === "ParenthesizedExpression" ? expression.expression : expression;
  return isClosedValue(inner) ? plain : undefined;
}

function lineOf(code: string, offset: number): number {
  return code.slice(0, offset).split("\n").length - 1;
}
