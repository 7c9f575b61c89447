import type { FlagNamesOf, OwnTables, Tables } from "../table-types.ts";
import type { VerbsIn } from "../verb-table.ts";
import type { DocumentOf, DocumentVerbs } from "./documents.ts";
import type { GivenFlags, TerminalFlag } from "./flag-values.ts";
import type { OutputStream } from "./stream-item.ts";

/** How the command line is run. */
export interface GauntletOptions {
  /** The folder to work in; that of this process where left out. */
  readonly cwd?: string | undefined;
  /** The configuration file; the one of the project where left out. */
  readonly config?: string | undefined;
  /** Added to the environment of this process; `undefined` takes a variable out. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** Asks what runs to stop, as Ctrl-C does. */
  readonly signal?: AbortSignal | undefined;
  /** Another program than the one of this package; a JavaScript file is run with Node. */
  readonly bin?: string | undefined;
}

/** The document of a verb, with what is told beside it; these two are not enumerable. */
export type VerbResult<Document> = Document & {
  /** 0 held, 1 broken, 2 usage, 3 unknown, 130 interrupted. */
  readonly exitCode: number;
  /** The end of what was said there: progress, warnings. */
  readonly stderr: string;
};

/** The command line as functions: `explore`, `trace.verify`, `agent.contract.run`. */
export type Gauntlet = MethodsOf<OwnTables> & {
  /** Runs the command line with these words and gives its output as it comes. */
  stream(argv: readonly string[]): OutputStream;
};

/** The verbs of tables as functions, those that print a document. */
export type MethodsOf<Of extends Tables> = Methods<Of, DocumentVerbs<Of["verbs"]>>;

// --- inside ---

/** A verb as a function: its words, then its options. */
type Method<Of extends Tables, Name extends VerbsIn<Of["verbs"]>> = (
  ...given: Given<ArgumentsOf<Of["verbs"][Name]>, OptionsOf<Of, Name>>
) => Promise<VerbResult<DocumentOf<Of["verbs"][Name]>>>;

type OptionsOf<Of extends Tables, Name extends VerbsIn<Of["verbs"]>> = Pick<
  GivenFlags<Of["flags"]>,
  Exclude<FlagNamesOf<Of, Name>, TerminalFlag<Of["flags"]>>
>;

type ArgumentsOf<Verb> = Verb extends { readonly arguments: infer List } ? List : [];

/** Words that may be left out need no placeholder: `explore({ runs: 100 })`. */
type Given<List, Options> = List extends readonly [infer First, ...infer Rest]
  ? First extends { readonly usage: `[${infer Optional}` }
    ? [options?: Options] | [word: Word<Optional> | undefined, options?: Options]
    : [word: Word<UsageOf<First>>, ...Given<Rest, Options>]
  : [options?: Options];

type UsageOf<Argument> = Argument extends { readonly usage: infer Usage extends string }
  ? Usage
  : never;

type Word<Usage extends string> = Usage extends `${string}...${string}`
  ? string | readonly string[]
  : string;

/** The verbs that begin with some words, by what comes after these; groups go to any depth. */
type Methods<Of extends Tables, Rest extends string, Before extends string = ""> = {
  readonly [First in FirstOf<Rest>]: `${Before}${First}` extends infer Name extends VerbsIn<
    Of["verbs"]
  >
    ? Method<Of, Name>
    : Methods<Of, AfterIn<Rest, First>, `${Before}${First} `>;
};

type FirstOf<Name extends string> = Name extends `${infer First} ${string}` ? First : Name;

type AfterIn<Name extends string, First extends string> = Name extends `${First} ${infer Rest}`
  ? Rest
  : never;
