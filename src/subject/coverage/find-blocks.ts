import type { Node, Program } from "oxc-parser";
import { childNodes, walkNodes } from "../loader/declared-names.ts";
import type { Block, BlockKind, CompareSpot } from "./coverage-map.ts";
import type { CodePlace } from "../loader/instrumentation.ts";
import { compareEdits, type CompareSite } from "./compare-edits.ts";
import {
  type CoverageEdit,
  type CoveragePlan,
  type OperatorEdit,
  probesName,
} from "./coverage-text.ts";
import { functionName } from "./function-name.ts";

/** How a file is looked at. */
export interface BlockOptions {
  /** What another step has replaced. */
  readonly replaced?: readonly CodePlace[];
  /** Whether what follows `?.` is a block of its own. */
  readonly countsOptional?: boolean;
}

/**
 * Finds where the code of a file branches, waits and compares, and what to add there so that it is
 * counted. Nothing that is added changes what the code does, and a comparison whose operator
 * another step has `replaced` is left to it.
 */
export function findBlocks(
  program: Program,
  prefix: string,
  options: BlockOptions = {},
): CoveragePlan {
  const finder = new BlockFinder(probesName(prefix), options);
  finder.walk(program);
  return finder.plan();
}

// --- inside ---

interface Visit {
  readonly node: Node;
  readonly parent: Node | undefined;
  /** Whether the node runs inside some function of the file. */
  readonly isInside: boolean;
  /** The block of the loop around it, within the same function. */
  readonly loop: number | undefined;
}

const outside = { parent: undefined, isInside: false, loop: undefined } as const;

class BlockFinder {
  readonly #name: string;
  readonly #replaced: readonly CodePlace[];
  readonly #edits: CoverageEdit[] = [];
  readonly #operators: OperatorEdit[] = [];
  readonly #blocks: Block[] = [];
  readonly #compares: CompareSpot[] = [];
  /** Which block each handler of an error is. */
  readonly #handlers = new Map<Node, number>();
  readonly #retries: { readonly block: number; readonly handler: Node }[] = [];
  /** Whether what follows `?.` is a block of its own: there was something to go on from. */
  readonly #countsOptional: boolean;

  constructor(name: string, { replaced = [], countsOptional = false }: BlockOptions) {
    this.#name = name;
    this.#replaced = replaced;
    this.#countsOptional = countsOptional;
  }

  walk(program: Program): void {
    // A stack of our own: generated code nests deeper than calls can.
    const pending: Visit[] = [{ node: program, ...outside }];
    for (let visit = pending.pop(); visit !== undefined; visit = pending.pop()) {
      const first = this.#blocks.length;
      this.#enter(visit);
      const { node } = visit;
      const isFunction = isFunctionLike(node);
      const isInside = visit.isInside || isFunction;
      // The body of a loop is the first block that entering the loop counts.
      const around = isLoop(node) ? first : visit.loop;
      const loop = isFunction ? undefined : around;
      for (const child of childNodes(node).toReversed()) {
        pending.push({ node: child, parent: node, isInside, loop });
      }
    }
  }

  plan(): CoveragePlan {
    for (const { block, handler } of this.#retries) {
      const known = this.#blocks[block];
      const number = this.#handlers.get(handler);
      if (known !== undefined && number !== undefined) {
        this.#blocks[block] = { ...known, handler: number };
      }
    }
    return {
      // Of equal size the later one was found deeper inside.
      edits: this.#edits.toReversed().toSorted((a, b) => a.size - b.size),
      operators: this.#operators,
      blocks: this.#blocks,
      compares: this.#compares,
    };
  }

  #enter({ node, parent, isInside, loop }: Visit): void {
    switch (node.type) {
      case "FunctionDeclaration":
      case "FunctionExpression":
      case "ArrowFunctionExpression":
        if (node.body !== null) this.#function(node, node.body, parent);
        return;
      case "IfStatement":
        this.#statement(node.consequent, "branch");
        if (node.alternate !== null) this.#statement(node.alternate, "branch");
        else this.#noElse(node, node.consequent.end);
        return;
      case "ForStatement":
      case "ForInStatement":
      case "ForOfStatement":
      case "WhileStatement":
      case "DoWhileStatement":
        this.#loop(node.body, loop);
        return;
      case "CatchClause":
        this.#statement(node.body, "catch");
        this.#handlers.set(node, this.#blocks.length - 1);
        return;
      case "SwitchStatement":
        this.#wrap(node.discriminant, `${this.#name}.d(`);
        return;
      case "SwitchCase":
        this.#case(node);
        return;
      case "ConditionalExpression":
        this.#expression(node.consequent, "branch");
        this.#expression(node.alternate, "branch");
        return;
      case "LogicalExpression":
        this.#expression(node.right, isFallback(node) ? "fallback" : "branch");
        return;
      case "MemberExpression":
        if (node.optional && this.#countsOptional) this.#optional(node);
        return;
      case "AwaitExpression":
        if (isInside) this.#wrap(node, `${this.#name}.r(`);
        return;
      default:
        this.#compare(node, parent);
    }
  }

  #compare(node: Node, parent: Node | undefined): void {
    const site: CompareSite = { node, parent, name: this.#name, number: this.#compares.length };
    const found = compareEdits(site);
    if (found === undefined || this.#isReplaced(found.operator)) return;
    this.#edits.push(...found.edits);
    if (found.operator !== undefined) {
      this.#operators.push(found.operator);
      const isEquality = node.type === "BinaryExpression" && /^[!=]==?$/u.test(node.operator);
      this.#compares.push({ offset: node.start, isEquality });
    }
  }

  #function(node: Node, body: Node, parent: Node | undefined): void {
    const block = this.#blocks.length;
    this.#body(body, isHandler(node, parent) ? "catch" : "function");
    const made = this.#blocks[block];
    const name = functionName(node, parent);
    if (made !== undefined && name !== undefined) this.#blocks[block] = { ...made, name };
  }

  #isReplaced(place: CodePlace | undefined): boolean {
    if (place === undefined) return false;
    return this.#replaced.some(({ start, end }) => start < place.end && place.start < end);
  }

  #body(body: Node, kind: BlockKind): void {
    if (body.type !== "BlockStatement") this.#expression(body, kind);
    else this.#block(body, kind);
  }

  #loop(body: Node, around: number | undefined): void {
    const handler = retryHandler(body);
    const block = this.#blocks.length;
    this.#statement(body, handler === undefined ? "loop" : "retry");
    const made = this.#blocks[block];
    if (made !== undefined && around !== undefined) this.#blocks[block] = { ...made, loop: around };
    if (handler !== undefined) this.#retries.push({ block, handler });
  }

  #statement(node: Node, kind: BlockKind): void {
    if (node.type === "BlockStatement") {
      this.#block(node, kind);
      return;
    }
    // Old code may declare a function here; in a block it would be another declaration.
    if (node.type === "FunctionDeclaration") return;
    const size = node.end - node.start;
    this.#open(node.start, `{${this.#count(kind, node.start)};`, size);
    this.#edits.push({ at: node.end, side: "close", text: "}", size });
  }

  #block(node: Extract<Node, { type: "BlockStatement" }>, kind: BlockKind): void {
    const directives = node.body.filter(
      (line) => line.type === "ExpressionStatement" && typeof line.directive === "string",
    );
    const at = directives.at(-1)?.end ?? node.start + 1;
    const text = `${directives.length > 0 ? ";" : ""}${this.#count(kind, node.start)};`;
    this.#edits.push({ at, side: "close", text, size: 0 });
  }

  #noElse(node: Node, at: number): void {
    const size = node.end - node.start;
    this.#edits.push({ at, side: "close", text: `else{${this.#count("branch", at)}}`, size });
  }

  #case(node: Extract<Node, { type: "SwitchCase" }>): void {
    if (node.test !== null) this.#wrap(node.test, `${this.#name}.t(0,`);
    const [first] = node.consequent;
    if (first === undefined) return;
    this.#open(first.start, `${this.#count("branch", first.start)};`, first.end - first.start);
  }

  /** `a?.b` becomes `a?.[(count, "b")]`, and `a?.[b]` counts there too. */
  #optional({ property, computed }: Extract<Node, { type: "MemberExpression" }>): void {
    if (computed) this.#expression(property, "branch");
    else if (property.type === "Identifier") {
      const size = property.end - property.start;
      this.#open(property.start, `[(${this.#count("branch", property.start)},"`, size);
      this.#edits.push({ at: property.end, side: "close", text: `")]`, size });
    }
  }

  #expression(node: Node, kind: BlockKind): void {
    this.#wrap(node, `(${this.#count(kind, node.start)},`);
  }

  #wrap(node: Node, text: string): void {
    const size = node.end - node.start;
    this.#open(node.start, text, size);
    this.#edits.push({ at: node.end, side: "close", text: ")", size });
  }

  #open(at: number, text: string, size: number): void {
    this.#edits.push({ at, side: "open", text, size });
  }

  #count(kind: BlockKind, offset: number): string {
    this.#blocks.push({ kind, offset });
    return `${this.#name}.b(${String(this.#blocks.length - 1)})`;
  }
}

function isFunctionLike({ type }: Node): boolean {
  return (
    type === "FunctionDeclaration" ||
    type === "FunctionExpression" ||
    type === "ArrowFunctionExpression" ||
    type === "StaticBlock" ||
    type === "PropertyDefinition"
  );
}

function isLoop({ type }: Node): boolean {
  return (
    type === "ForStatement" ||
    type === "ForInStatement" ||
    type === "ForOfStatement" ||
    type === "WhileStatement" ||
    type === "DoWhileStatement"
  );
}

/** Whether a function is what `promise.catch(…)` calls. */
function isHandler(node: Node, parent: Node | undefined): boolean {
  if (parent?.type !== "CallExpression" || parent.callee.type !== "MemberExpression") return false;
  const { property, computed } = parent.callee;
  if (computed || property.type !== "Identifier") return false;
  const at = parent.arguments.findIndex((argument) => argument === node);
  return property.name === "catch" ? at === 0 : property.name === "then" && at === 1;
}

/** Whether the right side stands in for an answer that may be missing, not for an option. */
function isFallback({ operator, left }: Extract<Node, { type: "LogicalExpression" }>): boolean {
  if (operator === "&&") return false;
  for (const node of walkNodes(left)) {
    if (node.type === "CallExpression" || node.type === "AwaitExpression") return true;
  }
  return false;
}

/** What handles an error in the body of a loop, so that it may go round again. */
function retryHandler(body: Node): Node | undefined {
  const statements = body.type === "BlockStatement" ? body.body : [body];
  for (const statement of statements) {
    if (statement.type === "TryStatement" && statement.handler !== null) return statement.handler;
  }
  return undefined;
}
