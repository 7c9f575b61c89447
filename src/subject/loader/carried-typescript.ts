import { createRequire } from "node:module";
import type TypeScript from "typescript6";

/**
 * TypeScript 6, the last with an API, as the build carries it: without its programs, so that an
 * install leaves the `tsc` of a project alone. Megabytes that are not a module: to import them,
 * Node would read them three times over before it runs them.
 */
export function loadTypeScript(): typeof TypeScript {
  return require("../../../dist/vendor/typescript/typescript.cjs") as typeof TypeScript;
}

// --- inside ---

// From src/ and from dist/ alike this is the copy that the build made.
const require = createRequire(import.meta.url);
