import type { Node } from "oxc-parser";
import type { Edit } from "./analysis.ts";
import type { NodePosition } from "./walk-events.ts";

/**
 * Spells out a top-level `for await`, whose awaiting must become `yield` because modules compile to
 * generators. `AwaitedLoop` keeps the state; see there for when the iterator is closed.
 */
export function forAwaitEdits(
  node: Extract<Node, { type: "ForOfStatement" }>,
  place: NodePosition,
  context: { readonly code: string; readonly prefix: string },
): Edit[] {
  const { code, prefix } = context;
  const loop = `${prefix}loop${String(node.start)}`;
  // `continue label` needs the label right at the loop, so labels move inside with it.
  const labelsStart = place.labelsStart ?? node.start;
  const labels = code.slice(labelsStart, node.start).replace(/\n/g, " ");
  const isDeclaration = node.left.type === "VariableDeclaration";
  const open = isDeclaration ? "" : "(";
  const close = `${loop}.mustClose()`;
  const edits: Edit[] = [
    { start: labelsStart, end: node.left.start, text: "" },
    {
      start: node.left.end,
      end: node.right.start,
      text: isDeclaration ? `=${loop}.value;` : `=${loop}.value);`,
    },
    {
      start: node.right.start,
      end: node.right.end,
      to: node.left.start,
      before: `{const ${loop}=${prefix}m.awaitedLoop(`,
      after: `);try{${labels}for(;;){if(${loop}.accept(yield(${loop}.request())))break;{${open}`,
    },
    { start: node.right.end, end: node.body.start, text: "" },
    {
      start: node.end,
      end: node.end,
      text:
        `;}}}catch(${prefix}e){if(${close})try{yield(${loop}.close())}catch{}throw ${prefix}e}` +
        `finally{if(${close})${loop}.closed(yield(${loop}.close()))}}`,
    },
  ];
  return edits;
}

/** The state of one top-level `for await`; its methods are called by compiled code only. */
export class AwaitedLoop {
  value: unknown;
  readonly #iterator: Iterator<unknown>;
  readonly #next: unknown;
  /** True while the body runs: only then does leaving the loop close the iterator. */
  #isInBody = false;
  #return: unknown;

  constructor(iterable: unknown) {
    const target = Object(iterable) as Iterable<unknown> & AsyncIterable<unknown>;
    const open: unknown = target[Symbol.asyncIterator];
    this.#iterator = (
      typeof open === "function" ? Reflect.apply(open, iterable, []) : asyncFromSync(target)
    ) as Iterator<unknown>;
    this.#next = this.#iterator.next;
  }

  request(): unknown {
    this.#isInBody = false;
    return Reflect.apply(this.#next as () => unknown, this.#iterator, []);
  }

  accept(result: unknown): boolean {
    const { done, value } = requireObject(result) as IteratorResult<unknown>;
    if (done === true) return true;
    this.value = value;
    this.#isInBody = true;
    return false;
  }

  mustClose(): boolean {
    if (!this.#isInBody) return false;
    this.#isInBody = false;
    this.#return = this.#iterator.return;
    return this.#return !== undefined && this.#return !== null;
  }

  close(): unknown {
    return Reflect.apply(this.#return as () => unknown, this.#iterator, []);
  }

  closed(result: unknown): void {
    requireObject(result);
  }
}

// --- inside ---

function requireObject(result: unknown): object {
  if (typeof result === "object" && result !== null) return result;
  if (typeof result === "function") return result;
  throw new TypeError(`Iterator result ${String(result)} is not an object`);
}

/** What the language does for a synchronous iterable in `for await`: every value is awaited. */
function asyncFromSync(iterable: Iterable<unknown>): Iterator<unknown> {
  const iterator = iterable[Symbol.iterator]();
  const settle = (result: IteratorResult<unknown>): unknown => {
    const { done, value } = requireObject(result) as IteratorResult<unknown>;
    return Promise.resolve(value).then(
      (settled) => ({ done, value: settled }),
      (error: unknown) => {
        if (done !== true) iterator.return?.();
        throw error;
      },
    );
  };
  const close = iterator.return;
  return {
    next: () => settle(iterator.next()) as IteratorResult<unknown>,
    ...(close === undefined
      ? {}
      : { return: () => settle(close.call(iterator)) as IteratorResult<unknown> }),
  };
}
