import type { DurationText } from "./basic-fields.ts";

/** What a value is held against; all that are given must hold. */
export interface Matchers {
  /** The same data. */
  readonly equals?: unknown;
  /** A part of a text, or an item of a list. */
  readonly contains?: unknown;
  /** A regular expression that finds something in the text. */
  readonly regex?: string | undefined;
  /** Data of which every part must be there; a table may have more keys. */
  readonly json?: unknown;
  /** A JSON Schema. */
  readonly schema?: Readonly<Record<string, unknown>> | undefined;
}

/** What an error must be like; all that are given must hold. */
export interface ErrorMatcher {
  readonly name?: string | undefined;
  /** A part of the message. */
  readonly message?: string | undefined;
  readonly regex?: string | undefined;
  readonly code?: string | undefined;
}

/** What an answer must be like. */
export interface AnswerMatcher {
  readonly status?: number | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: Matchers | undefined;
  /** A subset of the body as JSON. */
  readonly json?: unknown;
}

/** Steps that call the user's code, and the values that these need. */
export interface CodeSteps {
  readonly let: { readonly name: string; readonly value?: unknown };
  /** A value that the run decides, of a JSON Schema. */
  readonly draw: { readonly name: string; readonly schema: Readonly<Record<string, unknown>> };
  /** Calls `src/pay.ts#charge` and waits for what it gives. */
  readonly call: {
    readonly fn: string;
    readonly args?: readonly unknown[] | undefined;
    readonly save_as?: string | undefined;
    readonly expect?: Matchers | undefined;
    readonly expect_error?: ErrorMatcher | undefined;
    readonly within?: DurationText | undefined;
  };
  /** A request to an app of the user's, mounted inside of the run. */
  readonly http: {
    readonly app: string;
    readonly method?: string | undefined;
    readonly path: string;
    readonly headers?: Readonly<Record<string, string>> | undefined;
    readonly body?: string | undefined;
    readonly json?: unknown;
    readonly expect?: AnswerMatcher | undefined;
    readonly save_as?: string | undefined;
  };
  readonly expect: Matchers & { readonly value?: unknown; readonly msg?: string | undefined };
  /** A property: false or an error breaks it. */
  readonly check: {
    readonly fn: string;
    readonly args?: readonly unknown[] | undefined;
    readonly name?: string | undefined;
  };
  readonly fault: { readonly name: string; readonly on: boolean };
}
