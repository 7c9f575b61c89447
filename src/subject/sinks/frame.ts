import type { Node } from "oxc-parser";
import type { ProjectSource } from "../source/project-source.ts";
import type { SourceModule } from "../source/source-module.ts";
import type { SinkKind } from "./sink.ts";
import type { Check, FunctionValue, Names, Taint, Value } from "./value.ts";

/** One function while it is read: where it stands, what its names hold, what it gives. */
export interface Frame {
  readonly module: SourceModule;
  scope: Names;
  readonly self: Value | undefined;
  readonly returns: Value[];
  /** What callers had checked when they called. */
  readonly checkedBefore: readonly Check[];
  readonly trace: Trace;
  readonly reader: Reader;
}

/** What all frames of one trace share. */
export interface Trace {
  readonly source: ProjectSource;
  /** Functions that are being read, the outermost first. */
  readonly stack: Node[];
  /** How many nodes may still be read, so that every trace ends. */
  nodesLeft: number;
  hit(hit: Hit, frame: Frame, node: Node): void;
  /** Is told of every call and construction. */
  met(site: CallSite, frame: Frame, node: Node): void;
  /** What the names of the top level of a file hold, as far as they were asked for. */
  readonly topLevel: Map<string, Value>;
}

/** Parameters that reached a sink. */
export interface Hit {
  readonly kind: SinkKind;
  readonly sink: string;
  readonly taints: readonly Taint[];
  /** Also a check that comes later counts: it is about the answer of this call. */
  readonly isCheckedLater?: boolean;
}

/**
 * How the parts of code are read. The three ways call each other, so they meet here instead of
 * importing each other in a circle.
 */
export interface Reader {
  evaluate(node: Node, frame: Frame): Value;
  walk(node: Node, frame: Frame): void;
  bind(pattern: Node, value: Value, frame: Frame): void;
  invoke(target: FunctionValue, args: readonly Value[], frame: Frame): Invoked;
}

/** What came out of reading a function with given arguments. */
export interface Invoked {
  readonly value: Value;
  /** What it checked before it came back. */
  readonly checks: readonly Check[];
}

/** A call, a construction or a tagged template, with its parts read. */
export interface CallSite {
  /** What is called, where it is something of the platform or of a package. */
  readonly ref: string | undefined;
  /** The name of the method, where it is one. */
  readonly method: string | undefined;
  readonly receiver: Value | undefined;
  readonly args: readonly Value[];
  readonly isNew: boolean;
}

/** A place as it is shown: `src/run.ts:12`. */
export function placeText(frame: Frame, node: Node): string {
  return `${frame.module.shown}:${String(frame.module.lineAt(node.start))}`;
}
