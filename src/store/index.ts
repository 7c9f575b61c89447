// What is kept on disk: traces, findings, corpora, finished runs, and regressions that users
// commit. Files are written to a temporary name and renamed, under locks; what the disk refuses is
// a value, never the end of a command. It sees kernel/ to subject/, and knows nothing of processes
// that make runs. Start at trace-file.ts and runs/run-store.ts.
export { readTrace, writeTrace } from "./trace-file.ts";
