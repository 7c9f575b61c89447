// What `gauntlet fuzz` is given, turned into subjects: files with fuzz tests, and functions that
// have none, for which a fuzz test is written from the type of their parameter. Searching, proving
// and making small is done as for every other subject. Start at fuzz-targets.ts.
export { fuzzTargets } from "./fuzz-targets.ts";
export { fuzzSettings, type FuzzWishes } from "./fuzz-settings.ts";
