import type { Node, Span } from "oxc-parser";

/** How a name of module scope is used. */
export interface Use {
  readonly node: Span & { readonly name: string };
  /** `target`: the `a` of `a.b = 1` or `delete a.b.c`; `receiver`: the `a` of `a.b()`. */
  readonly how: "read" | "call" | "shorthand" | "write" | "target" | "receiver";
  readonly parent: Node;
  readonly grandparent: Node | undefined;
  /** Zero while the module itself runs. */
  readonly functionDepth: number;
  readonly startsStatement: boolean;
}

/** What a walk reports; every part is optional knowledge for its reader. */
export interface WalkEvents {
  /** A name of module scope is used. */
  use(use: Use): void;
  /** Any node, before its children; `functionDepth` is zero while the module itself runs. */
  enter(node: Node, place: NodePosition): void;
}

/** Where in the module a node stands. */
export interface NodePosition {
  readonly functionDepth: number;
  /** The nearest function that has its own `this`, or undefined at the top. */
  readonly thisOwner: Node | undefined;
  readonly startsStatement: boolean;
  readonly parent: Node;
  /** Where the labels of a labelled statement begin. */
  readonly labelsStart: number | undefined;
}
