// Where the parameters of the user's functions can do harm: `find-sinks.ts` reads a function as an
// abstract run, `walk.ts` its statements and `evaluate.ts` its expressions, `rules/` knows the
// sinks, `known-checks.ts` and `known-results.ts` what makes a parameter harmless. Sees only source
// text; nothing is run. Start at find-sinks.ts.
export { findSinks } from "./find-sinks.ts";
export { type FunctionSinks, type Sink, type SinkKind, sinkKinds } from "./sink.ts";
