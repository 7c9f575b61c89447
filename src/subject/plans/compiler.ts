import type TS from "typescript6";
import { loadTypeScript } from "../loader/carried-typescript.ts";

/** The type checker; whoever imports this waits until it is loaded. */
export const ts: typeof TS = loadTypeScript();
