import { hostArgument } from "./worker-key.ts";
import type { WorkerOptions } from "./worker-process.ts";
import { cacheFolder, openedStamp } from "../../config/files/store-links.ts";

/** What must be known of a subject before its process can be started. */
export interface WorkerStart {
  readonly projectRoot: string;
  readonly memoryMb: number;
  readonly silenceMsMax: number;
  /** Whether Node itself is to keep the process from the host. */
  readonly isWalled: boolean;
  readonly isHostAllowed: boolean;
}

/** How the process of a subject is started. */
export function workerOptions(start: WorkerStart): WorkerOptions {
  const cache = cacheFolder(start.projectRoot);
  // Made if need be: Node gives permission to write only in a folder that is there.
  const writable = openedStamp(cache) === undefined ? [] : [cache];
  return {
    writable: start.isWalled ? writable : undefined,
    // From src/ and from dist/ alike this is the compiled file: Node runs no TypeScript.
    entry: new URL("../../../dist/runner/worker/worker-main.js", import.meta.url),
    cwd: start.projectRoot,
    silenceMsMax: start.silenceMsMax,
    memoryMb: start.memoryMb,
    arguments: start.isHostAllowed ? [hostArgument] : [],
  };
}
