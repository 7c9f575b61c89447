import type { Encoded } from "../values/literal.ts";
import type { ExportReference, InstanceShape, ParamPlan, Shape } from "../values/shape.ts";

/** How one function or method of the user's is called, as data. */
export interface CallPlan {
  /** How it is written: `parsePrice`, `Cart.add`; unique within its module. */
  readonly name: string;
  readonly kind: "function" | "method" | "static" | "constructor";
  readonly from: ExportReference;
  /** Where it stands in the user's file. */
  readonly place: { readonly file: string; readonly line: number };
  readonly params: readonly ParamPlan[];
  /** What it says that it gives back; of an async function, what its promise holds. */
  readonly returns: Shape;
  readonly isAsync: boolean;
  /** Its type leaves open whether it gives a promise: `any`, `number | Promise<number>`. */
  readonly mayBeAsync?: true;
  /** Its own type parameter that it declares to give back, and that its parameters speak of. */
  readonly returnsGiven?: string | undefined;
  /** Shapes that others name, because they contain themselves or are met often. */
  readonly definitions: Readonly<Record<string, Shape>>;
  /** Whole argument lists seen in tests, in documentation and at calls of this very function. */
  readonly examples: readonly CallExample[];
  /** Where it, or what it calls, throws on purpose. */
  readonly guards: readonly Guard[];
  /** Error classes that its documentation says it throws; `*` where it names none. */
  readonly documentedThrows: readonly string[];
  /** The type of `this`, where it is written to be called on an object that is not its owner. */
  readonly thisType?: string | undefined;
  /**
   * What calls of it in the project give, one list of shapes a call, where the package does not
   * export it: nobody else calls it. `never` where what is given cannot be told.
   */
  readonly callSites?: readonly (readonly Shape[])[] | undefined;
  /** The call of which this is the same in an older version of the package. */
  readonly olderOf?: string | undefined;
  /** What its documentation and its types say of every call in words. */
  readonly stated?: StatedWords | undefined;
}

/** What words about a function say of every call of it. */
export interface StatedWords {
  readonly laws: readonly StatedLaw[];
  /** Whether they speak of NaN, which is then meant. */
  readonly mentionsNaN?: true;
  /** Whether they say that what it gives has no end. */
  readonly isEndless?: true;
  /** Whether it is declared to give a collection that callers may change: `string[]`. */
  readonly givesOwn?: true;
}

/** A law by its name, and the words that say it. */
export interface StatedLaw {
  readonly name: string;
  readonly from: string;
}

/** Arguments that someone wrote down. */
export interface CallExample {
  readonly args: readonly Encoded[];
  readonly source: "test" | "doc" | "call site" | "fixture";
}

/** A throw that is meant: what fails there is no bug of the function. */
export interface Guard {
  /** Relative to the project root. */
  readonly file: string;
  /** The lines of the throw, or of the call that checks, both included, from 1. */
  readonly fromLine: number;
  readonly toLine: number;
  readonly why: GuardReason;
  /** The condition or the words of the documentation, for the report. */
  readonly text: string;
  /** The classes that are thrown there, where they are known: another error there is no guard. */
  readonly throws?: readonly string[] | undefined;
}

/** Why a throw is taken as meant. */
export type GuardReason =
  /** A condition on parameters, or on what was computed from nothing else, leads to it. */
  | "condition"
  /** A condition on what came from elsewhere leads to it: a file, an answer, the environment. */
  | "outside"
  /** `@throws` of the function says so. */
  | "documented"
  /** The class of the error is one for refusing input: `ValidationError`, `ZodError`. */
  | "validation error"
  /** A builtin that checks its argument is given a parameter: `JSON.parse(text)`. */
  | "checked by a builtin"
  /** `expected_preconditions` or `expected_failures` says so. */
  | "configured";

/** What a scan calls as one thing: a function, or a class with its methods. */
export interface CallTarget {
  /** `parsePrice`, `Cart`. */
  readonly name: string;
  /** The project file. */
  readonly module: string;
  /** One call of a function, or all calls that a run may make on one instance. */
  readonly calls: readonly CallPlan[];
  /** How the instance is made; absent for functions. */
  readonly receiver?: InstanceShape | undefined;
  /** `fresh` makes one call on a new instance, `stateful` several on the same. */
  readonly harness: "fresh" | "stateful";
  /** Why it cannot be called, where it cannot. */
  readonly blocked?: { readonly why: string; readonly help: string } | undefined;
  /** Whether a parameter is `any` or `unknown`: findings are then at most exploratory. */
  readonly isWeak: boolean;
  /** Why its values, though of the declared types, may be none that exist: exploratory as well. */
  readonly doubt?: string | undefined;
}
