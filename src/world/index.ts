// The simulated world: where decisions meet Node. `sim-world.ts` is the clock and everything that
// is going to happen; `install.ts` puts stand-ins behind the names that code calls for time, timers
// and chance, once for the process; each looks at `active-world.ts` and passes through outside of a
// run.
// `builtins/` says of every name of Node what it is in a run; the guards before what leaves the
// world and the list that `witness.ts` watches are made from it.
// What code makes outside of any run, above all a package that is loaded, is in `loading/`.
// This room sees the kernel and Node. Start reading at `sim-world.ts`, then `timers.ts`.
export { activateWorld, activeWorld } from "./active-world.ts";
export { type UncontrolledBuiltin, uncontrolledBuiltins } from "./builtins/builtin-table.ts";
export { completeInContext } from "./completion.ts";
export { installWorld } from "./install.ts";
export { real, type RealFunctions } from "./real.ts";
export { type Channel, epochMs, SimWorld } from "./sim-world.ts";
export { tiers } from "./tiers.ts";
export { userWorld } from "./user-world.ts";
export type { Wake } from "./wake-queue.ts";
export { installWitness, type SeenCall } from "./witness.ts";
