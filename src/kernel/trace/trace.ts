import type { Decision } from "../decisions/decision.ts";
import type { ExitMode } from "../failure/exit-mode.ts";
import type { FailureIdentity } from "../failure/identity.ts";
import type { RunEvent } from "../decisions/journal.ts";
import type { Divergence } from "../decisions/divergence.ts";
import type { Seed } from "../decisions/seed.ts";

/** The version of the trace format that this code writes, and the only one that it reads. */
export const traceVersion = 1;

/** How far a class of seams was under control in a run. */
export type Tier = "simulated" | "recorded" | "uncontrolled";

/** How often a step switches a fault instead of running a rule, where nothing else is said. */
export const toggleProbability = 0.3;

/** What a run depends on besides its decisions; kept in the trace so that replay uses the same. */
export interface RunSettings {
  /** The most rule steps that one run takes. */
  readonly stepsPerRun: number;
  /** The longest latency that a simulated completion can draw, in microseconds. */
  readonly latencyUsMax: number;
  /** How often a step switches a fault instead of running a rule. */
  readonly faultToggleProb?: number | undefined;
  /** Whether each run leaves out some of the rules and faults, by decision. */
  readonly ruleSwarm?: boolean | undefined;
  /** Whether leaving the simulated world breaks a run; it does where this is left out. */
  readonly isStrict?: boolean | undefined;
  /** Whether a run that ends with something still open is broken; not where this is left out. */
  readonly findsLeaks?: boolean | undefined;
  /** Variables that the environment of a run has besides the fixed ones. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** Whether files, network and processes are the real ones; simulated where this is left out. */
  readonly isHostAllowed?: boolean | undefined;
  /** Which real things of the machine a run may use; what they answer is recorded. */
  readonly host?: HostUse | undefined;
  /** How many bytes a real process or server may answer with; `hostBytesMax` where left out. */
  readonly hostBytesMax?: number | undefined;
  /** A run is over after so much virtual time; calls of the host also have so much real time. */
  readonly timeoutMs?: number | undefined;
  /** What the simulated memory of a scenario does. */
  readonly memory?: MemorySettings | undefined;
  /** How many bytes an input may have, instead of what its fuzz test says. */
  readonly inputLengthMax?: number | undefined;
  /** Whether an error that code throws for its input is no failure; it is one where left out. */
  readonly mayThrow?: boolean | undefined;
  /** Of a conversation with an agent: what it depends on besides its decisions, as a session. */
  readonly agent?: Readonly<Record<string, unknown>> | undefined;
}

/** Which seams reach the real machine; those that are left out are simulated. */
export interface HostUse {
  readonly proc?: boolean | undefined;
  readonly http?: boolean | undefined;
  readonly fs?: boolean | undefined;
}

/**
 * What runs of a trace may really ask of the machine, and how much of it. The settings in a trace
 * say how its run was made; only the command line and the project say what it may do here.
 */
export interface HostGrant extends HostUse {
  readonly bytesMax: number;
  readonly timeoutMs: number;
  /** Variables that real programs get besides the host's own; none where this is left out. */
  readonly env?: Readonly<Record<string, string>> | undefined;
}

/** How many bytes a real process or server may answer with, where nothing else is said. */
export const hostBytesMax: number = 8 * 1024 * 1024;

/** The simulated memory of a scenario. */
export interface MemorySettings {
  /** An allocation beyond so many MiB fails. */
  readonly limitMb?: number | undefined;
  /** Every allocation after so many fails. */
  readonly failAfter?: number | undefined;
  /** Allocations take up to 30 % more, by this seed. */
  readonly fragmentationSeed?: number | undefined;
  /** Allocations are multiplied by these in turn. */
  readonly pressureWave?: readonly number[] | undefined;
  /** Whether anything that is left at the end breaks the run, whatever the budget says. */
  readonly failOnLeak?: boolean | undefined;
  /** So many bytes may be left at the end. */
  readonly leakBudget?: number | undefined;
}

/** Something that took part in a run and that nothing here decides. */
export interface Uncontrolled {
  /** The class of seams that was left, as in `tiers`. */
  readonly seam: string;
  /** What was called, or the host's name for what was seen. */
  readonly call: string;
  /** The user's line, `src/pay.ts:31`; "" where it is not known. */
  readonly place: string;
}

/** Which of the user's code ran. */
export interface SubjectReference {
  readonly name: string;
  /** The file, relative to the project root, with forward slashes. */
  readonly file: string;
  readonly exportName: string;
  /** A digest of the content of every module that was loaded. */
  readonly digest: string;
}

/** The first line of a trace. */
export interface TraceHeader {
  readonly format: "gauntlet-trace";
  readonly version: typeof traceVersion;
  readonly seed: Seed;
  readonly runIndex: number;
  readonly subject: SubjectReference;
  readonly settings: RunSettings;
  /** Where the file was written, with links resolved; only of traces that were asked for. */
  readonly path?: string | undefined;
  readonly versions: Readonly<Record<string, string>>;
  /** Each class of seams as it was in this run: one that the run left is `uncontrolled`. */
  readonly tiers: Readonly<Record<string, Tier>>;
  /** What was left uncontrolled, where the run was not strict; absent where there was nothing. */
  readonly uncontrolled?: readonly Uncontrolled[] | undefined;
}

/** How a run came out. Unknown is never success. */
export type Verdict =
  | { readonly kind: "held" }
  | {
      readonly kind: "broken";
      readonly identity: FailureIdentity;
      readonly because: string;
      /** How the run ended its process; absent where the process lived. */
      readonly exitMode?: ExitMode | undefined;
      /** Whether it was shown a second time; `false` is written, and left out it is true. */
      readonly isConfirmed?: boolean | undefined;
    }
  | {
      readonly kind: "unknown";
      readonly because: string;
      readonly divergence?: Divergence | undefined;
    };

/** A whole run: what it was a function of, what was decided, what happened, how it came out. */
export interface Trace {
  readonly header: TraceHeader;
  readonly decisions: readonly Decision[];
  readonly events: readonly RunEvent[];
  readonly verdict: Verdict;
}
