// What can be called in the user's files, and with what: types, schemas, guards and examples as
// plain data, read by the type checker of TypeScript 6 without running anything. Sees the kernel.
// Start at stream-project.ts, then draft-target.ts (exports), read-shape.ts (types),
// find-guards.ts (throws that are meant).
export { analyseProject, type ProjectTargets } from "./analyse-project.ts";
export type { FileTargets, StateRead } from "./file-targets.ts";
export {
  homeOf,
  placeOf,
  type ProjectRequest,
  type StreamedFile,
  streamProject,
} from "./stream-project.ts";
