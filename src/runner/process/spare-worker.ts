import { WorkerProcess, type WorkerOptions } from "./worker-process.ts";

/**
 * Starts a process before it is known what it is to run, because that takes longer than to read a
 * command line and a configuration. It has loaded our own code and nothing else, so it is as fresh
 * as one that is started later. There is one at most.
 */
export function startSpare(options: WorkerOptions): void {
  spare ??= { key: keyOf(options), process: new WorkerProcess(options) };
}

/** The process that was started ahead, where it was started as it would be now. */
export function takeSpare(options: WorkerOptions): WorkerProcess | undefined {
  if (spare === undefined || spare.process.hasEnded || spare.key !== keyOf(options)) {
    return undefined;
  }
  const { process } = spare;
  spare = undefined;
  return process;
}

/** Ends a process that nobody needed. */
export async function closeSpare(): Promise<void> {
  const unused = spare;
  spare = undefined;
  await unused?.process.stop();
}

// --- inside ---

let spare: { readonly key: string; readonly process: WorkerProcess } | undefined;

/** All that a process cannot change once it runs; how long it may be silent is told later. */
function keyOf(options: WorkerOptions): string {
  return JSON.stringify({ ...options, entry: options.entry.href, silenceMsMax: undefined });
}
