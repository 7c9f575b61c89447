// What campaigns have left in a corpus, looked at and carried about: read-corpus.ts reads a folder,
// archive.ts writes it into one file and reads it back with suspicion, add-entries.ts takes entries
// in (trace-entries.ts makes them of traces), plain-inputs.ts exchanges inputs of fuzz tests with
// other fuzzers, minimize.ts finds out by running which lists are
// enough. Start at corpus-entries.ts.
export { addEntries } from "./add-entries.ts";
export { readArchive, writeArchive } from "./archive.ts";
export type { SubjectEntries } from "./corpus-entries.ts";
export { minimize } from "./minimize.ts";
export { plainEntries, writePlainInputs } from "./plain-inputs.ts";
export { traceEntries } from "./trace-entries.ts";
export { readCorpusFolder } from "./read-corpus.ts";
