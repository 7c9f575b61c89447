// Whether a recorded run still reproduces, as a gate for CI: the same verdict, identity,
// decisions and events in a process of its own. Replay says what happens; this says whether it is
// what was recorded. Start at ci.ts.
export { ci, type CiOptions } from "./ci.ts";
