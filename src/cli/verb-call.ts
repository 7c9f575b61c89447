import type { RunLimit } from "../runner/protocol/run-limit.ts";
import type { FlagName, flagTable } from "./flag-table.ts";
import type { Io } from "./io.ts";
import type { ChangesOf, ChangedFlag, FlagNamesOf, OwnTables, Tables } from "./table-types.ts";
import type { CommandTable, GivenValues } from "./verb-spec.ts";
import type { VerbsIn } from "./verb-table.ts";
import type { RegistryFormat, ReportFormat, WantedReport } from "./wanted-report.ts";

/** What a verb is run with. */
export interface VerbCall<Name extends VerbsIn<Of["verbs"]>, Of extends Tables = OwnTables> {
  /** Its arguments; one that takes several is a list. */
  readonly words: ArgumentValues<Of["verbs"][Name] extends VerbArguments<infer List> ? List : []>;
  readonly flags: FlagsOf<Name, Of>;
  readonly io: Io;
  /** What the command line is made of. */
  readonly table: CommandTable;
}

/** The values of the flags of a verb, as its code gets them. */
export type FlagsOf<Name extends VerbsIn<Of["verbs"]>, Of extends Tables = OwnTables> = Flags<{
  readonly [Flag in FlagNamesOf<Of, Name>]: ChangedFlag<
    Of["flags"][Flag],
    ChangesOf<Of, Name>,
    Flag
  >;
}>;

/** The values of some flags of which no verb says anything else. */
export type FlagsNamed<Names extends FlagName> = Flags<Pick<typeof flagTable, Names>>;

/** What the values that are given become; see flag-parsers.ts. */
export interface ParsedValues extends Omit<
  GivenValues,
  "duration" | "factors" | "report" | "report or lcov" | "report or sarif" | "format" | "moment"
> {
  /** In milliseconds. */
  readonly duration: number;
  readonly factors: readonly number[];
  readonly report: WantedReport;
  readonly "report or lcov": WantedReport;
  readonly "report or sarif": WantedReport<RegistryFormat>;
  readonly format: ReportFormat;
  readonly moment: RunLimit;
}

// --- inside ---

interface VerbArguments<List> {
  readonly arguments: List;
}

/** Flags that a verb always gets a value of, and those that may be left out. */
type Flags<Specs> = {
  readonly [Flag in keyof Specs as IsSet<Specs[Flag]> extends true ? Flag : never]: ValueOf<
    Specs[Flag]
  >;
} & {
  readonly [Flag in keyof Specs as IsSet<Specs[Flag]> extends true ? never : Flag]?: ValueOf<
    Specs[Flag]
  >;
};

type IsSet<Spec> = Spec extends { readonly preset: unknown } | { readonly isRequired: true }
  ? true
  : false;

type ValueOf<Spec> = Spec extends { readonly form: "on" | "off" | "either" }
  ? boolean
  : Spec extends { readonly form: "list" }
    ? readonly string[]
    : Spec extends { readonly form: "values" }
      ? readonly OneOf<Spec>[]
      : OneOf<Spec>;

type OneOf<Spec> = Spec extends { readonly choices: readonly (infer Choice)[] }
  ? Choice
  : Spec extends { readonly takes: infer Kind extends keyof GivenValues }
    ? ParsedValues[Kind]
    : never;

type ArgumentValues<List> = { readonly [At in keyof List]: WordOf<List[At]> };

type WordOf<Argument> = Argument extends { readonly choices: readonly (infer Choice)[] }
  ? Choice
  : Argument extends { readonly usage: `${string}...${string}` }
    ? readonly string[]
    : Argument extends { readonly preset: string }
      ? string
      : Argument extends { readonly usage: `[${string}` }
        ? string | undefined
        : string;
