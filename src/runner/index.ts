// Where runs happen: one run inside one macrotask (run-loop.ts, drain.ts), many of them in a child
// process that may die (worker-process.ts, worker-side.ts), and the files that they leave behind
// (trace-file.ts, finding-store.ts). Start at run-loop.ts.
export { executeWith, probeDrain } from "./drain.ts";
export { readTrace, writeTrace } from "./trace-file.ts";
export { WorkerProcess } from "./worker-process.ts";
