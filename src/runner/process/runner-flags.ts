/**
 * How Node is started where runs happen. The decisions of a run live as long as the run, which the
 * engine takes for long-lived: it then puts every one of them into the old generation, and runs
 * take three times as long (npm run bench:kernel). Collecting garbage with helper threads gains one
 * process nothing, and several of them would wait for each other's threads (npm run bench:workers).
 */
export const runnerFlags: readonly string[] = [
  "--no-allocation-site-pretenuring",
  "--single-threaded-gc",
];
