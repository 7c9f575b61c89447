import type { WorldAct } from "../../kernel/services/world-act.ts";
import type { BuiltinChanges } from "../../world/builtins-watch.ts";
import type { SeenPattern } from "./pattern-watch.ts";

/** Something that no input may bring about, whatever the code is for. */
export interface Detector {
  /** As it is told in a finding, and switched off. */
  readonly name: string;
  /** What an input did that is found, to be read after "an input". */
  readonly says: string;
  /** Pieces of inputs that show it; a search takes them into its dictionary. */
  readonly tokens: readonly string[];
  /** Looks at one execution. */
  judge(evidence: Evidence): Detection | undefined;
}

/** What was found: a text that does not change with the values, and the values that show it. */
export interface Detection {
  readonly detector: string;
  readonly problem: string;
  readonly shown: string;
}

/** How an execution came out. */
export type InputOutcome =
  | { readonly kind: "returned"; readonly value: unknown }
  | { readonly kind: "threw"; readonly thrown: unknown };

/** How much an execution had to do, counted, so that it is the same on every machine. */
export interface CountedWork {
  /** Blocks that were entered. */
  readonly blocks: number;
  /** The patterns that were matched. */
  readonly patterns: readonly SeenPattern[];
}

/** Everything that could be seen of one execution. */
export interface Evidence {
  /** A copy of the input as it was before. */
  readonly before: unknown;
  /** The very value that was given. */
  readonly after: unknown;
  readonly outcome: InputOutcome;
  /** What was asked of the world, and code that was given as data and ran. */
  readonly acts: readonly WorldAct[];
  /** Texts that became code: by `Function` and the functions of `node:vm`. */
  readonly codes: readonly string[];
  /** What the execution left changed of what all code shares. */
  readonly builtins: BuiltinChanges | undefined;
  /** Reasons of rejections that nobody handled. */
  readonly unhandled: readonly unknown[];
  /** How long inputs may be. */
  readonly lengthMax: number;
  /** Runs another input and counts; undefined where that is not possible. */
  readonly measure: ((input: string | Uint8Array) => CountedWork | undefined) | undefined;
}
