// Where runs happen: loop/ makes one run inside one macrotask, worker/ is the program of a child
// process that loads a subject and makes many, process/ is its other end and survives its crash,
// protocol/ is what the two say to each other. Start at loop/run-loop.ts, then
// worker/worker-main.ts.
export { executeWith, probeDrain } from "./loop/drain.ts";
export { SubjectWorker } from "./process/subject-worker.ts";
export { WorkerProcess } from "./process/worker-process.ts";
