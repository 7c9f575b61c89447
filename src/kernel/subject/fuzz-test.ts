import type { ValueArbitrary } from "../decisions/decisions.ts";
import type { World } from "./subject.ts";

/** A zod schema, as far as its type is read from it. */
export interface SchemaOf<T> {
  readonly "~standard": {
    readonly types?: { readonly input: unknown; readonly output: T } | undefined;
  };
}

/** What a fuzz test is given. */
export type FuzzInput = "bytes" | "text" | ValueArbitrary<unknown> | SchemaOf<unknown> | object;

/** What `run` gets for an input. */
export type FuzzData<Input> = Input extends "text"
  ? string
  : Input extends "bytes"
    ? Uint8Array
    : Input extends ValueArbitrary<infer Value>
      ? Value
      : Input extends SchemaOf<infer Value>
        ? Value
        : unknown;

/** What the long form of `fuzz` takes. */
export interface FuzzOptions<Input extends FuzzInput = "bytes", State = undefined> {
  readonly name: string;
  /** `"bytes"` where it is left out, `"text"`, a JSON Schema, a zod schema or an arbitrary. */
  readonly input?: Input;
  /** Inputs that are run first; only of bytes and texts. */
  readonly seeds?: readonly (string | Uint8Array)[];
  /** Pieces that inputs are likely to hold; only of bytes and texts. */
  readonly dictionary?: readonly (string | Uint8Array)[];
  /** How many bytes an input may have; only of bytes and texts. */
  readonly lengthMax?: number;
  /** What is looked for in everything that `run` does: all of it but what is switched off here. */
  readonly detectors?: { readonly off: readonly string[] };
  /** Makes what `run` gets besides the input; called before each input. */
  readonly setup?: (world: World) => State;
  /** Does something with one input. An error that leaves here is a finding. */
  readonly run: (data: FuzzData<Input>, state: State) => unknown;
}

/** A fuzz test as a value; exporting it is all there is to do. */
export interface FuzzTest {
  readonly kind: "fuzz";
  readonly options: AnyFuzzOptions;
}

/** The options with nothing known of what the input is. */
export interface AnyFuzzOptions {
  readonly name: string;
  readonly input?: FuzzInput;
  readonly seeds?: readonly (string | Uint8Array)[];
  readonly dictionary?: readonly (string | Uint8Array)[];
  readonly lengthMax?: number;
  readonly detectors?: { readonly off: readonly string[] };
  readonly setup?: (world: World) => unknown;
  readonly run: (data: unknown, state: unknown) => unknown;
}

/** How many bytes an input may have where nothing else is said. */
export const fuzzLengthMax = 4_096;

/** The label of the decision that is the input. */
export const inputLabel = "data";

/** The label of the decision whether another input follows in the same run. */
export const anotherLabel = "another input";

/** Describes a function that takes bytes nobody controls; it is called with very many. */
export function fuzz(name: string, run: (data: Uint8Array) => unknown): FuzzTest;
/** Describes one that takes text, or values of a schema or an arbitrary. */
export function fuzz<const Input extends FuzzInput = "bytes", State = undefined>(
  options: FuzzOptions<Input, State>,
): FuzzTest;
export function fuzz(
  given: string | FuzzOptions<FuzzInput, unknown>,
  run?: (data: Uint8Array) => unknown,
): FuzzTest {
  const options = typeof given === "string" ? { name: given, run } : given;
  // What the input is, is known to the author of the test only; here it is carried, not looked at.
  return { kind: "fuzz", options: options as AnyFuzzOptions };
}
