/** What calls of functions had in common; plain data. */
export interface MineReport {
  readonly functions: readonly MinedFunction[];
  /** What no number of calls can show. */
  readonly notChecked: readonly string[];
}

/** What calls of one function had in common. */
export interface MinedFunction {
  readonly name: string;
  readonly module: string;
  readonly line: number;
  /** How many calls gave something back; the rest threw. */
  readonly returned: number;
  /** How many runs it had, with the other methods of its class. */
  readonly runs: number;
  /** Those that are told first, then the rest. */
  readonly laws: readonly MinedLaw[];
  /** Why it could not be called, and what would help. */
  readonly blocked?: { readonly why: string; readonly help: string } | undefined;
}

/**
 * `always`: no call broke it, and enough could have. `usually`: nearly all kept it, which is
 * suspicious. `seen`: a measure, no claim. `no`: it does not hold. `unclear`: too few calls say.
 */
export type LawStanding = "always" | "usually" | "seen" | "no" | "unclear";

/** A law as far as calls support it. */
export interface MinedLaw {
  readonly name: string;
  readonly standing: LawStanding;
  readonly held: number;
  readonly broken: number;
  /** Of those that held, calls that could hardly have broken it. */
  readonly trivial: number;
  /** The share of calls that keep it is at least this, with 95 % confidence. */
  readonly atLeast: number;
  /** The shortest values that break it. */
  readonly shown?: string | undefined;
  /** Whether the declared types say it already. */
  readonly isDeclared: boolean;
  readonly isRelation: boolean;
  /** Whether functions are written to have it: one that almost has it is suspicious. */
  readonly isMeant: boolean;
  /** Whether another law that is told says it as well. */
  readonly isImplied: boolean;
}
