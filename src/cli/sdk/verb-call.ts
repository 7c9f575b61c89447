import type { DocumentOf } from "./documents.ts";
import type { FlagValues } from "./flag-values.ts";
import type { OutputStream } from "./stream-item.ts";
import type { Verb, verbTable } from "./verb-table.ts";

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
export type Gauntlet = Verbs<Verb> & {
  /** Runs the command line with these words and gives its output as it comes. */
  stream(argv: readonly string[]): OutputStream;
};

/** A verb as a function: its words, then its options. */
export type VerbCall<Name extends Verb> = (
  ...given: Given<(typeof verbTable)[Name]["words"], OptionsOf<Name>>
) => Promise<VerbResult<DocumentOf<Name>>>;

// --- inside ---

type OptionsOf<Name extends Verb> = Pick<FlagValues, (typeof verbTable)[Name]["flags"][number]>;

/** Words that may be left out need no placeholder: `explore({ runs: 100 })`. */
type Given<Usage extends string, Options> = Usage extends `${infer Before}[${infer Rest}`
  ?
      | [...Needed<Before>, options?: Options]
      | [...Needed<Before>, word: Word<Rest>, options?: Options]
  : [...Needed<Usage>, options?: Options];

type Needed<Usage extends string> = Usage extends `<${infer First}>${infer Rest}`
  ? [word: Word<First>, ...Needed<Rest extends ` ${infer Next}` ? Next : Rest>]
  : [];

type Word<Usage extends string> = Usage extends `${string}...${string}`
  ? string | readonly string[]
  : string;

/** The verbs that begin with some words, by what comes after these; groups go to any depth. */
type Verbs<Rest extends string, Before extends string = ""> = {
  readonly [First in FirstOf<Rest>]: `${Before}${First}` extends infer Name extends Verb
    ? VerbCall<Name>
    : Verbs<AfterIn<Rest, First>, `${Before}${First} `>;
};

type FirstOf<Name extends string> = Name extends `${infer First} ${string}` ? First : Name;

type AfterIn<Name extends string, First extends string> = Name extends `${First} ${infer Rest}`
  ? Rest
  : never;
