import type { ErrorParts } from "../../kernel/errors/gauntlet-error.ts";
import { Child } from "./child.ts";
import { childSpec } from "./child-spec.ts";
import { GauntletBugError, GauntletUsageError } from "./sdk-errors.ts";
import type { GauntletOptions, VerbResult } from "./verb-call.ts";

/** Runs the command line to its end and gives the document that it printed. */
export async function runVerb(
  argv: readonly string[],
  options: GauntletOptions,
): Promise<VerbResult<object>> {
  const { signal } = options;
  signal?.throwIfAborted();
  const child = new Child(childSpec(argv, options));
  const stdout = new BoundedText(documentBytesMax, "first");
  const stderr = new BoundedText(talkBytesMax, "last");
  child.process.stdout?.on("data", (bytes: Buffer) => {
    stdout.add(bytes);
    if (stdout.isFull) void child.end(0);
  });
  child.process.stderr?.on("data", (bytes: Buffer) => stderr.add(bytes));
  const ask = (): void => askToStop(child);
  signal?.addEventListener("abort", ask, { once: true });
  try {
    const { code, signal: by } = await child.closed;
    const ended = { exitCode: code, signal: by, stderr: stderr.text };
    if (stdout.isFull) throw tooLong(argv);
    const document = parse(stdout.text);
    if (document !== undefined && code !== null)
      return judged(document, { ...ended, exitCode: code });
    signal?.throwIfAborted();
    throw new GauntletBugError(`gauntlet ${argv.join(" ")} ended without a document`, ended);
  } finally {
    signal?.removeEventListener("abort", ask);
  }
}

// --- inside ---

/** No result is near this; what is longer would not fit into a text anyway. */
const documentBytesMax = 256 * 1024 * 1024;
/** Progress is of little use afterwards; warnings and errors come last. */
const talkBytesMax = 64 * 1024;
/** A campaign that is asked to stop saves what it has; after this it is not waited for. */
const stopMsMax = 10_000;

interface Ended {
  readonly exitCode: number;
  readonly signal: string | null;
  readonly stderr: string;
}

/** Output up to a limit: the beginning of it, or the end. */
class BoundedText {
  readonly #limit: number;
  readonly #side: "first" | "last";
  #parts: Buffer[] = [];
  #length = 0;

  constructor(limit: number, side: "first" | "last") {
    this.#limit = limit;
    this.#side = side;
  }

  get isFull(): boolean {
    return this.#side === "first" && this.#length > this.#limit;
  }

  get text(): string {
    const whole = Buffer.concat(this.#parts);
    return (this.#side === "first" ? whole : whole.subarray(-this.#limit)).toString("utf8");
  }

  add(bytes: Buffer): void {
    if (this.isFull) return;
    this.#parts.push(bytes);
    this.#length += bytes.length;
    if (this.#side === "first" || this.#length < 2 * this.#limit) return;
    this.#parts = [Buffer.concat(this.#parts).subarray(-this.#limit)];
    this.#length = this.#limit;
  }
}

/** As Ctrl-C does: what was found by then is kept and told. */
function askToStop(child: Child): void {
  child.process.kill("SIGINT");
  const timer = setTimeout(() => void child.end(0), stopMsMax);
  const forget = (): void => clearTimeout(timer);
  child.closed.then(forget, forget);
}

function parse(text: string): object | undefined {
  try {
    const document: unknown = JSON.parse(text);
    return typeof document === "object" && document !== null ? document : undefined;
  } catch {
    return undefined;
  }
}

function judged(document: object, ended: Ended): VerbResult<object> {
  const error = errorIn(document);
  if (error === undefined) return told(document, ended);
  if (error.code === "bug") throw new GauntletBugError(error.what, ended);
  throw new GauntletUsageError(error);
}

function errorIn(document: object): ErrorParts | undefined {
  const isOurs = "tool" in document && document.tool === "gauntlet" && "error" in document;
  return isOurs ? (document.error as ErrorParts) : undefined;
}

/** Not enumerable: what is written or compared is the document as it was printed. */
function told(document: object, { exitCode, stderr }: Ended): VerbResult<object> {
  return Object.defineProperties(document, {
    exitCode: { value: exitCode },
    stderr: { value: stderr },
  }) as VerbResult<object>;
}

function tooLong(argv: readonly string[]): GauntletUsageError {
  return new GauntletUsageError({
    code: "D007",
    what: `the document is longer than ${documentBytesMax / 1024 / 1024} MiB`,
    where: `gauntlet ${argv.join(" ")}`,
    help: "name fewer files, or read `--report json` from disk",
  });
}
