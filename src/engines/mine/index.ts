// Says which laws functions have: mine looks for all of them and only counts, check holds a function
// to those that are named and proves what breaks them. The laws are those of subject/laws/, the
// modules that are run those of search/laws/. Start at mine.ts, then check.ts.
export { check, type CheckOptions } from "./check.ts";
export { mine, type MineOptions } from "./mine.ts";
