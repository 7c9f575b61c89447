// Where the user's code meets what it does not control: `find-seams.ts` reads a file,
// `classify-call.ts` knows calls and packages, `fitting-faults.ts` the faults and sentences that
// fit; `find-surfaces.ts` says where foreign data comes in. Sees only source text; nothing is run.
// Start at find-seams.ts.
export { findSurfaces, type FoundSurface } from "./find-surfaces.ts";
export { findSeams } from "./find-seams.ts";
export { fittingFaults } from "./fitting-faults.ts";
export type { FoundSeam, SeamFunction } from "./found-seam.ts";
