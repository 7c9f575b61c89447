import { constants } from "node:os";
import { demandGranted } from "../host/demand-granted.ts";
import path from "node:path";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import { outsideRun, realFs } from "../real-fs.ts";
import { countHostCall } from "../host/host-calls.ts";
import { hostLimits } from "../host/host-limits.ts";
import { lateHostCall } from "../host/late-host-call.ts";
import { hostProgram, onHost } from "../machine/environment.ts";
import {
  type HostOutput,
  type HostProcessEnd,
  startHostProcess,
} from "../host/run-host-process.ts";
import type { SimWorld } from "../sim-world.ts";
import type { CommandOutcome } from "./command.ts";
import { cwdOf, envOf, type LaunchOptions } from "./launch.ts";
import type { ProcessStreams } from "./process-streams.ts";

/** Starts a process for which the caller has set a time limit; its real run has no more. */
export function withinMs(limitMs: number, start: () => unknown): unknown {
  const before = limitOfStart;
  limitOfStart = limitMs;
  try {
    return start();
  } finally {
    limitOfStart = before;
  }
}

/** Throws what Node would, where the program is not on the host or cannot be run. */
export function demandOnHost(world: SimWorld, options: LaunchOptions): void {
  const label = `host program ${path.basename(options.file)}`;
  const code = world.decisions.answer(label, () => {
    demandGranted(world, "proc", label);
    countHostCall();
    return outsideRun(() => whyNot(options));
  });
  if (code !== "") throw startError(options, code);
}

/**
 * Really runs a program that nobody scripted. It is given its input as a whole: it starts once what
 * is written to it has ended, or soon where nothing is written.
 */
export async function playOnHost(
  world: SimWorld,
  options: LaunchOptions,
  { streams, isKilled }: { readonly streams: ProcessStreams; readonly isKilled: () => boolean },
): Promise<CommandOutcome> {
  const limitMs = limitOfStart;
  const label = `process ${path.basename(options.file)} start`;
  await new Promise<void>((resolve) => void world.complete(label, resolve));
  const input = await streams.input();
  // Nobody waits for it any more, and it might go on for as long as it is let.
  if (isKilled()) return {};
  const told = { input, limitMs, isOver: isKilled };
  return hostOutcome(world, options, told);
}

/** Really runs a program, and says what the simulated process does that stands for it. */
export function hostOutcome(
  world: SimWorld,
  options: LaunchOptions,
  call: {
    readonly input: Buffer;
    /** A limit of the caller's own. */
    readonly limitMs?: number | undefined;
    /** Whether nobody waits for the process any more; left out where the caller stands still. */
    readonly isOver?: () => boolean;
  },
): CommandOutcome {
  const { input, limitMs = 0, isOver } = call;
  const { timeoutMs, bytesMax } = hostLimits(world);
  const { end, ms } = startHostProcess(world, {
    command: options.file,
    args: (options.args ?? []).slice(1),
    cwd: cwdOf(options),
    env: envOf(options),
    isEnvWhole: true,
    stdin: input.toString("base64"),
    isStdinBase64: true,
    timeoutMs: limitMs > 0 ? Math.min(limitMs, timeoutMs) : timeoutMs,
    bytesMax,
  });
  const isOurs = limitMs <= 0 || limitMs > timeoutMs;
  if (end.kind === "timeout" && isOurs) {
    const error = lateHostCall(`the process \`${options.file}\``, end.afterMs);
    const tell = (): void => (isOver?.() === true ? undefined : world.onLimit(error));
    if (isOver === undefined) tell();
    else world.after(ms * 1_000, "limit of the host call", tell);
  }
  if (end.kind === "too long") world.onLimit(tooLong(options, end));
  return outcomeOf(options, end, ms);
}

// --- inside ---

/** Set while a process is started by a call that has a time limit. */
let limitOfStart: number | undefined;

function outcomeOf(options: LaunchOptions, end: HostProcessEnd, ms: number): CommandOutcome {
  switch (end.kind) {
    case "ended": {
      const { exitCode, signal } = end;
      const how = signal === null ? {} : { signal: signal as NodeJS.Signals };
      return { ...outputOf(end), exitCode: exitCode ?? 0, ...how, delayMs: ms };
    }
    case "timeout":
      // A moment later, so that the limit of the caller is there first.
      return { ...outputOf(end), signal: "SIGKILL", delayMs: ms + 1 };
    case "unstartable":
      throw startError(options, end.code);
    case "too long":
      throw tooLong(options, end);
  }
}

/** As much as a pipe gives at once. */
const pieceLength = 65_536;

function outputOf(output: HostOutput): { readonly stdout: Buffer[]; readonly stderr: Buffer[] } {
  const { stdout, stderr, stdoutBase64, stderrBase64 } = output;
  return { stdout: pieces(stdout, stdoutBase64), stderr: pieces(stderr, stderrBase64) };
}

function pieces(text: string, base64: string | undefined): Buffer[] {
  const bytes = base64 === undefined ? Buffer.from(text) : Buffer.from(base64, "base64");
  const count = Math.ceil(bytes.length / pieceLength);
  return Array.from({ length: count }, (_, at) =>
    bytes.subarray(at * pieceLength, (at + 1) * pieceLength),
  );
}

/** The code with which a start would fail; "" where it would not. */
function whyNot(options: LaunchOptions): string {
  const file = hostProgram(options.file);
  const folder = path.resolve(cwdOf(options) ?? ".");
  if (realFs.statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return "ENOENT";
  const search = (onHost(envOf(options))["PATH"] ?? defaultPath).split(path.delimiter);
  const places = file.includes("/") ? [file] : search.map((place) => path.join(place, file));
  const found = new Set(places.map((place) => accessOf(path.resolve(folder, place))));
  if (found.has("")) return "";
  return found.has("EACCES") ? "EACCES" : "ENOENT";
}

const defaultPath = "/usr/local/bin:/bin:/usr/bin";

function accessOf(place: string): "" | "EACCES" | "ENOENT" {
  const found = realFs.statSync(place, { throwIfNoEntry: false });
  if (found === undefined) return "ENOENT";
  if (!found.isFile()) return "EACCES";
  try {
    realFs.accessSync(place, realFs.constants.X_OK);
    return "";
  } catch {
    return "EACCES";
  }
}

function startError({ file, args = [] }: LaunchOptions, code: string): Error {
  const numbers: Readonly<Record<string, number>> = constants.errno;
  return Object.assign(new Error(`spawn ${file} ${code}`), {
    errno: -(numbers[code] ?? constants.errno.ENOENT),
    code,
    syscall: `spawn ${file}`,
    path: file,
    spawnargs: args.slice(1),
  });
}

function tooLong(
  { file }: LaunchOptions,
  { seen, limit }: Extract<HostProcessEnd, { kind: "too long" }>,
): GauntletError {
  return new GauntletError({
    code: "W416",
    what: `the process \`${file}\` was killed: it wrote ${seen} bytes, at most ${limit}`,
    note: "what the host answers is recorded as a whole",
    help: "let it write less, or raise the limit for the bytes of a host call",
  });
}
