// The module runner: loads the user's TypeScript and JavaScript with Node's own semantics, and
// instantiates the same module graph afresh for every run. What else is compiled into the files
// (seams, counters) comes from steps, see instrumentation.ts; it knows none of them. The
// way of a file: resolve → read-file (strip, analyse) → graph-files → steps → link → unit (emit,
// compile) → instance-graph → evaluate. Start at loader.ts; compiled modules are made in emit.ts.
export { createLoader, type Loader, type LoaderOptions, type PreparedGraph } from "./loader.ts";
export type { ModuleSetting } from "./find-interop.ts";
export { findPools } from "./find-pools.ts";
export { type CompilerOptions, compilerOptionsOf } from "./tsconfig.ts";
export { LoadError, type LoadErrorCode } from "./load-error.ts";
export { statefulPackages } from "./stateful-packages.ts";
