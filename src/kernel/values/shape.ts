import type { Encoded } from "./literal.ts";

/**
 * What values of a type look like, as data: read off the types of the user's code or a schema, and
 * enough to make such values and to tell whether a value is one. It crosses processes and is kept
 * in files, so it holds no type of any compiler.
 */
export type Shape =
  | { readonly kind: PlainKind }
  | NumberShape
  | StringShape
  | { readonly kind: "literal"; readonly value: Encoded }
  /** A template literal type: texts and the shapes between them. */
  | { readonly kind: "template"; readonly parts: readonly (string | Shape)[] }
  | {
      readonly kind: "union";
      readonly of: readonly Shape[];
      /** Whether it stands for a type that may be anything, of which these are examples. */
      readonly isOpen?: true;
    }
  | {
      readonly kind: "array";
      readonly of: Shape;
      readonly lengthMin?: number;
      readonly lengthMax?: number;
    }
  | TupleShape
  | ObjectShape
  | { readonly kind: "record"; readonly key: Shape; readonly value: Shape }
  | { readonly kind: "map"; readonly key: Shape; readonly value: Shape }
  | { readonly kind: "set"; readonly of: Shape }
  | { readonly kind: "promise"; readonly of: Shape }
  | { readonly kind: "iterable"; readonly of: Shape; readonly isAsync: boolean }
  /** Binary data by the name of its class: `Buffer`, `Uint8Array`, `ArrayBuffer`, `DataView`. */
  | { readonly kind: "bytes"; readonly type: string }
  /** A value of a class of the platform by its name: `Date`, `RegExp`, `URL`, `AbortSignal`. */
  | { readonly kind: "builtin"; readonly name: string }
  | FunctionShape
  | InstanceShape
  /** A shape of the plan's `definitions`, for types that contain themselves. */
  | { readonly kind: "ref"; readonly name: string }
  /** A schema of the user's own that says more than the type: a zod or Standard Schema value. */
  | { readonly kind: "schema"; readonly from: ExportReference; readonly or: Shape }
  /** Nothing is known: `any`, `unknown`. What fails with such a value is weak evidence. */
  | { readonly kind: "weak"; readonly why: string }
  /** No value can be made, and what the user can do about it. */
  | BlockedShape;

/** Shapes that say everything by their name. */
export type PlainKind =
  | "boolean"
  | "bigint"
  | "symbol"
  | "null"
  | "undefined"
  /** A return value that nobody is to look at. */
  | "void"
  | "never";

/** A number; without more it may be any, NaN included. */
export interface NumberShape {
  readonly kind: "number";
  readonly isInteger?: boolean;
  readonly min?: number;
  readonly max?: number;
}

/** A text; without more it may be any, lone surrogates included. */
export interface StringShape {
  readonly kind: "string";
  readonly lengthMin?: number;
  readonly lengthMax?: number;
  /** The source of a regular expression that the text matches. */
  readonly pattern?: string;
  /** The format of a JSON Schema: `email`, `uuid`, `date-time`, `uri`. */
  readonly format?: string;
}

/** A tuple; the rest comes after the items. */
export interface TupleShape {
  readonly kind: "tuple";
  readonly items: readonly { readonly shape: Shape; readonly isOptional: boolean }[];
  readonly rest?: Shape;
}

/** An object by its fields; a field that is a function is made as a stub. */
export interface ObjectShape {
  readonly kind: "object";
  /** The name of the interface or type alias, where it has one. */
  readonly name?: string;
  readonly fields: readonly ObjectField[];
  /** What further string keys hold. */
  readonly rest?: Shape;
}

/** One field of an object; an optional one may be missing, which is not the same as undefined. */
export interface ObjectField {
  readonly key: string;
  readonly shape: Shape;
  readonly isOptional: boolean;
  /** Whether undefined is not allowed where it may be missing: `exactOptionalPropertyTypes`. */
  readonly isExact?: boolean;
}

/** A callback or a method: what it is given is ignored, what it gives back is made. */
export interface FunctionShape {
  readonly kind: "function";
  readonly returns: Shape;
  readonly paramsCount: number;
}

/** An instance of a class of the user's, made by its constructor, a static or exported factory. */
export interface InstanceShape {
  readonly kind: "instance";
  readonly name: string;
  readonly from: ExportReference;
  readonly how: "constructor" | "factory";
  /** What the constructor or factory takes. */
  readonly params: readonly ParamPlan[];
  /** Its public fields, by which a value is recognised where no class is at hand. */
  readonly fields: readonly string[];
  /**
   * What may be done to it once it is made: functions that take it first. The last of `params`,
   * named `stepsParam`, is then the list of those that are done, each as its number and arguments.
   */
  readonly steps?: readonly ExportReference[];
  /** Why one that is made like this may be none that exists. */
  readonly doubt?: string;
}

/** The name of the parameter that holds the steps of an instance; no name of code is like it. */
export const stepsParam = "(steps)";

/** A shape for which no value can be made. */
export interface BlockedShape {
  readonly kind: "blocked";
  /** Such as: the constructor of `Pool` is private and no factory was found. */
  readonly why: string;
  /** The line of configuration that would help. */
  readonly help: string;
}

/** Where something is exported: a file of the project and the path of names in it. */
export interface ExportReference {
  /** Relative to the project root, with forward slashes; a package by its name. */
  readonly module: string;
  /** `["default"]`, `["Cart", "of"]`. */
  readonly path: readonly string[];
}

/** One parameter of a call. */
export interface ParamPlan {
  readonly name: string;
  readonly shape: Shape;
  readonly isOptional: boolean;
  /** Whether it takes all further arguments: its shape is then that of their list. */
  readonly isRest: boolean;
}
