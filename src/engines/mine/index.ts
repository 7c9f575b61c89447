// Says which laws functions have: mine looks for all of them and only counts, check holds one
// function to those that are named and proves what breaks them. Laws are in subject/laws/, the
// modules that are run are written by campaign/laws/. Start at mine.ts, then check.ts.
export { check, type CheckOptions } from "./check.ts";
export { mine, type MineOptions } from "./mine.ts";
