// What a run is: decisions, properties, faults, trace, verdict, failure identity, finding, shrink.
// Pure: no Node, no clock, no console, no Math.random. Start at decision.ts (the noun), then
// decisions.ts (how it is drawn), recorded-decisions.ts and replay-source.ts (write and read it),
// shrink.ts (make it small), run-state.ts (judge it).
export type { Decision } from "./decisions/decision.ts";
export type { Decisions, DecisionSource } from "./decisions/decisions.ts";
export type { Finding } from "./result/finding.ts";
export type { Result } from "./result/result.ts";
export type { Subject } from "./subject/subject.ts";
export type { Trace, Verdict } from "./trace/trace.ts";
