import { buffer } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import { startOwned } from "../../world/host/owned-process.ts";
import { linesOf } from "../../world/host/line-splitter.ts";
import type { FileAnalysis } from "./analyse-files.ts";

/** What the process that reads types is told; all paths are absolute. */
export interface TypesRequest {
  readonly projectRoot: string;
  readonly files: readonly string[];
  readonly includePrivate: boolean;
  /** Files that may hold calls of what each file exports. */
  readonly callers: Readonly<Record<string, readonly string[]>>;
}

/** What that process says, each on a line. */
export type TypesMessage =
  | { readonly type: "file"; readonly analysis: FileAnalysis }
  | { readonly type: "tooDeep"; readonly message: string }
  | { readonly type: "done" };

/** Reads types in a process of their own, so that calls can be made meanwhile. */
export async function* readTypesApart(request: TypesRequest): AsyncGenerator<FileAnalysis> {
  const child = startOwned(process.execPath, [...flags, fileURLToPath(entry)], {
    cwd: request.projectRoot,
    stdio: "pipe",
  });
  const said = buffer(child.stderr);
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once("close", resolve);
    child.once("error", reject);
  });
  child.stdin.on("error", () => {}); // the end says it all
  child.stdin.end(JSON.stringify(request));
  let isDone = false;
  try {
    for await (const line of linesOf(child.stdout)) {
      const message = JSON.parse(line) as TypesMessage;
      if (message.type === "file") yield message.analysis;
      // As the type checker itself says it where it calls itself too often.
      if (message.type === "tooDeep") throw new RangeError(message.message);
      if (message.type === "done") isDone = true;
    }
    const code = await ended;
    if (!isDone) throw endedEarly(request, code, (await said).toString());
  } finally {
    child.kill("SIGKILL");
  }
}

// --- inside ---

// From src/ and from dist/ alike this is the compiled file: Node runs no TypeScript.
const entry = new URL("../../../dist/subject/plans/types-main.js", import.meta.url);

/** Types are many small objects that stay; a larger nursery is collected less often. */
const flags = ["--max-semi-space-size=32"];

function endedEarly(
  { projectRoot }: TypesRequest,
  code: number | null,
  output: string,
): GauntletError {
  const last = output.trim().split("\n").slice(-5).join("\n");
  return new GauntletError({
    code: "S018",
    what: `the types cannot be read: the process that reads them ended (${code ?? "killed"})`,
    where: projectRoot,
    ...(last === "" ? {} : { note: `its last output was: ${last}` }),
    help: "scan fewer files at once, or free memory and run again",
  });
}
