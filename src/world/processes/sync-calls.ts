import processes from "node:child_process";
import { constants } from "node:os";
import { getSystemErrorName } from "node:util";
import type { AnyFunction } from "../stand-in.ts";
import type { LaunchOptions } from "./launch.ts";
import { stdioList } from "./process-streams.ts";
import { normalizedBy } from "./spawn.ts";

// What `spawnSync`, `execFileSync` and `execSync` do around the one call that starts a process, as
// Node does it. Node's own code for it cannot be reached where permissions are denied.

/** What a process that was waited for is given. */
export interface SyncOptions extends LaunchOptions {
  readonly stdio: readonly { readonly type: string; readonly input?: Uint8Array }[];
  readonly timeout?: number;
  readonly maxBuffer?: number;
  readonly killSignal?: number;
  readonly encoding?: BufferEncoding | "buffer" | null;
}

/** What became of it. */
export interface SyncResult {
  readonly pid: number;
  readonly status: number | null;
  readonly signal: string | null;
  readonly output: (Buffer | null)[] | null;
  /** The negative number of an error. */
  readonly error?: number;
}

/** Starts a process and waits for it. */
export type SyncStart = (options: SyncOptions) => SyncResult;

/** `spawnSync` over a way to start a process. */
export function spawnSync(args: readonly unknown[], start: SyncStart): SpawnResult {
  const options = syncOptions(args);
  const { output, error, ...ended } = start(options);
  const { encoding } = options;
  const texts = (output ?? []).map((bytes) =>
    bytes === null || !encoding || encoding === "buffer" ? bytes : bytes.toString(encoding),
  );
  const result: SpawnResult = {
    ...ended,
    output: output === null ? null : texts,
    stdout: output === null ? null : (texts[1] ?? null),
    stderr: output === null ? null : (texts[2] ?? null),
  };
  return error === undefined ? result : { error: startError(error, options), ...result };
}

/** `execFileSync` over a way to start a process. */
export function execFileSync(args: readonly unknown[], start: SyncStart): unknown {
  const [file, second, third] = args;
  const list = Array.isArray(second) ? (second as readonly unknown[]) : [];
  const options = Array.isArray(second) || second === null || second === undefined ? third : second;
  const given = optionsIn(options);
  const result = spawnSync([file, list, given], start);
  return checked(result, { ...given, shown: [given["argv0"] || file, ...list].join(" ") });
}

/** `execSync` over a way to start a process. */
export function execSync([command, options]: readonly unknown[], start: SyncStart): unknown {
  const given = optionsIn(options);
  const shell = typeof given["shell"] === "string" ? given["shell"] : true;
  const result = spawnSync([command, { ...given, shell }], start);
  return checked(result, { ...given, shown: String(command) });
}

// --- inside ---

interface SpawnResult {
  readonly error?: Error;
  readonly pid: number;
  readonly status: number | null;
  readonly signal: string | null;
  readonly output: (Buffer | string | null)[] | null;
  readonly stdout: Buffer | string | null;
  readonly stderr: Buffer | string | null;
}

// Kept from before a fault may stand there, and before what is waited for stands in for it.
const realSpawn = processes.spawn as AnyFunction;
const realSpawnSync = processes.spawnSync as AnyFunction;

/** Node's limit where nothing is said. */
const maxBufferDefault = 1024 * 1024;

function optionsIn(options: unknown): Readonly<Record<string, unknown>> {
  return typeof options === "object" && options !== null ? { ...options } : {};
}

/** Checks and completes what is asked for. Node's own `spawn` does most of it. */
function syncOptions(args: readonly unknown[]): SyncOptions {
  const given = normalizedBy(() => Reflect.apply(realSpawn, processes, args as never[]));
  const said = given as LaunchOptions & Readonly<Record<string, unknown>>;
  const { maxBuffer = maxBufferDefault, killSignal, input, stdio } = said;
  if (typeof maxBuffer !== "number" || !(maxBuffer >= 0)) {
    // It throws, and there is no such program if it did not.
    Reflect.apply(realSpawnSync, processes, ["/dev/null/nowhere", [], { maxBuffer }] as never[]);
  }
  const pipes = stdioList(stdio || "pipe").map((kind) => ({
    type: typeof kind === "string" ? kind : "fd",
  }));
  const bytes = input ? inputBytes(input, said["encoding"]) : undefined;
  const [first = { type: "pipe" }, ...others] = pipes;
  return {
    ...said,
    maxBuffer: maxBuffer as number,
    killSignal: signalNumber(killSignal),
    stdio: [bytes === undefined ? first : { ...first, input: bytes }, ...others],
  };
}

function inputBytes(input: unknown, encoding: unknown): Uint8Array {
  if (typeof input === "string") {
    const known = typeof encoding === "string" && Buffer.isEncoding(encoding) ? encoding : "utf8";
    return Buffer.from(input, known);
  }
  if (ArrayBuffer.isView(input))
    return Buffer.from(input.buffer, input.byteOffset, input.byteLength);
  const types = "of type string or an instance of Buffer, TypedArray, or DataView";
  const error = new TypeError(`The "options.stdio[0]" property must be ${types}.`);
  throw Object.assign(error, { code: "ERR_INVALID_ARG_TYPE" });
}

/** A name of a signal in any case, or its number; Node has refused all others. */
function signalNumber(signal: unknown): number {
  if (typeof signal === "number") return signal;
  const known: Readonly<Record<string, number>> = constants.signals;
  return typeof signal === "string" ? (known[signal.toUpperCase()] ?? 0) : 0;
}

function startError(errno: number, { file, args = [] }: SyncOptions): Error {
  const code = getSystemErrorName(errno);
  const syscall = `spawnSync ${file}`;
  const parts = { errno, code, syscall, path: file, spawnargs: args.slice(1) };
  return Object.assign(new Error(`${syscall} ${code}`), parts);
}

/** What is returned or thrown by the two that want it to go well. */
function checked(
  result: SpawnResult,
  options: Readonly<Record<string, unknown>> & { readonly shown: string },
): unknown {
  const { error, status, stderr, stdout } = result;
  if (!options["stdio"] && stderr !== null && stderr.length > 0) process.stderr.write(stderr);
  if (error !== undefined) throw Object.assign(error, result);
  if (status === 0) return stdout;
  const said = stderr !== null && stderr.length > 0 ? `\n${stderr.toString()}` : "";
  throw Object.assign(new Error(`Command failed: ${options.shown}${said}`), result);
}
