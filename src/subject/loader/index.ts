// The module runner: loads the user's TypeScript and JavaScript with Node's own semantics, and
// instantiates the same module graph afresh for every run. It sees nothing of Gauntlet but this
// folder, ../seams and the kernel's type of a seam. The way of a file: resolve → read-file (strip,
// analyse) → graph-files → seams → link → unit (emit, compile) → instance-graph → evaluate. Start
// reading at loader.ts; what a compiled module looks like is in emit.ts.
export { createLoader, type Loader, type LoaderOptions, type PreparedGraph } from "./loader.ts";
export type { ModuleSetting } from "./find-interop.ts";
export { findPools } from "./find-pools.ts";
export { type CompilerOptions, compilerOptionsOf } from "./tsconfig.ts";
export { LoadError, type LoadErrorCode } from "./load-error.ts";
export { statefulPackages } from "./stateful-packages.ts";
