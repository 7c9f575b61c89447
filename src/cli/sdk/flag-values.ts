import type { flagTable } from "../flag-table.ts";
import type { GivenValues } from "../verb-spec.ts";

/** The value of every flag that a program may want, by the name of its option. */
export type FlagValues = GivenFlags<typeof flagTable>;

/** The values of the flags of a table, as programs give them. */
export type GivenFlags<Flags> = {
  readonly [Name in keyof Flags]?: GivenOf<Flags[Name]> | undefined;
};

/** The names of flags that are of use to programs only at a terminal. */
export type TerminalFlag<Flags> = {
  [Name in keyof Flags]: Flags[Name] extends { readonly isOfTerminal: true } ? Name : never;
}[keyof Flags];

// --- inside ---

type GivenOf<Spec> = Spec extends { readonly form: "on" | "off" | "either" }
  ? boolean
  : Spec extends { readonly form: "list" | "values" }
    ? ValueOf<Spec> | readonly ValueOf<Spec>[]
    : ValueOf<Spec>;

type ValueOf<Spec> = Spec extends { readonly choices: readonly (infer Choice)[] }
  ? Choice
  : Spec extends { readonly takes: infer Kind extends keyof GivenValues }
    ? GivenValues[Kind]
    : never;
