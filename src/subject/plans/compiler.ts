import { createRequire } from "node:module";
import type TS from "typescript6";

/**
 * TypeScript 6, the last with an API. Nine megabytes that are not a module: to import them, Node
 * would read them three times over before it runs them.
 */
export const ts: typeof TS = createRequire(import.meta.url)("typescript6") as typeof TS;
