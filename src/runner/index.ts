// Where runs happen. subject-runner.ts is the contract that all others know: load, explore, shrink,
// record, cover, digest. loop/ makes one run inside one macrotask; worker/ keeps the contract in
// its own process and is the program of a child process; process/ keeps it over such a child, and
// survives its crash; protocol/ is what the two say to each other. Start at subject-runner.ts, then
// loop/run-loop.ts and worker/worker-main.ts.
export { executeWith, probeDrain } from "./loop/drain.ts";
export { SubjectWorker } from "./process/subject-worker.ts";
export { WorkerProcess } from "./process/worker-process.ts";
