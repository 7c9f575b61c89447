/** Runs a file as the first module of a thread, with a `node:worker_threads` of its own. */
export type LoadThread = (url: string, threads: object) => Promise<unknown>;

/** Says who loads the files of threads from now on: the graph of which runs are made. */
export function setThreadLoader(by: LoadThread): void {
  load = by;
}

/** Who loads the files of threads; nobody does where no user code was loaded by us. */
export function threadLoader(): LoadThread | undefined {
  return load;
}

/** Whether a run can have a thread of what `new Worker` was given: of a file, with no streams. */
export function isThreadOfFile([given, options]: readonly unknown[]): boolean {
  if (load === undefined) return false;
  const { eval: isText, stdin, stdout, stderr } = Object(options) as Record<string, unknown>;
  if (isText || stdin || stdout || stderr) return false;
  return given instanceof URL ? given.protocol === "file:" : typeof given === "string";
}

// --- inside ---

let load: LoadThread | undefined;
