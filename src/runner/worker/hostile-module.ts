import { served } from "../cases/served.ts";

/** What a loaded file gets for `import … from "gauntlet/hostile"`: what works inside of a run. */
export const hostileModule: object = Object.freeze({ served });
