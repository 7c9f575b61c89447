import type { flagGroups } from "./flag-table.ts";
import type { FlagsNamed, FlagsOf } from "./verb-call.ts";

/** Flags of verbs whose text has no colours: where to look, and for whom to say it. */
export type ReadFlags = FlagsNamed<(typeof flagGroups.read.flags)[number]>;

/** Flags of verbs that only read: where to look, and how to say it. */
export type LocationFlags = FlagsNamed<(typeof flagGroups.place.flags)[number]>;

/** Flags that every verb takes which runs something. */
export type CommonFlags = LocationFlags & FlagsNamed<"report" | "quiet" | "all">;

/** Flags of verbs that run a subject: what the simulated world does not control. */
export type WorldFlags = FlagsNamed<"strict" | "leaks">;

/** Flags of verbs that run traces: what these may reach is said here and nowhere in a trace. */
export type TraceFlags = FlagsNamed<"strict" | "allowHost">;

/** Flags of verbs that talk with an agent. */
export type TalkFlags = FlagsNamed<"seed" | "trials" | "minScore" | "events" | "quiet">;

/** Flags of verbs that talk with an agent and tell all that came of it. */
export type AgentFlags = CommonFlags & TalkFlags & FlagsNamed<"html">;

/** Flags about where calls that leave a scenario go, and what they may use up. */
export type BackendFlags = FlagsNamed<(typeof flagGroups.backends.flags)[number]>;

/** Flags of `explore`. */
export type ExploreFlags = FlagsOf<"explore">;

/** Flags of `scan`. */
export type ScanFlags = FlagsOf<"scan">;

/** Flags of `test`; `run` has some of them. */
export type TestFlags = FlagsOf<"test">;
