import processes from "node:child_process";
import { constants } from "node:os";
import { basename } from "node:path";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import { activeWorld } from "../active-world.ts";
import { refuseOutside } from "../loading/cure.ts";
import { seamOf } from "../seam.ts";
import type { SimWorld } from "../sim-world.ts";
import { type AnyFunction, replaceFunction } from "../stand-in.ts";
import { type CommandOutcome, piecesOf, playScript } from "./command.ts";
import { hostOutcome } from "./host-launch.ts";
import { cwdOf, envOf, helpFor, launchOf } from "./launch.ts";
import { shellNotFound, tellLaunch } from "./launch.ts";
import { processesOf } from "./process-table.ts";
import { execFileSync, execSync, spawnSync } from "./sync-calls.ts";
import type { SyncOptions, SyncResult } from "./sync-calls.ts";
import { nameOfSignal } from "./sim-process.ts";

/** Puts scripted processes behind `spawnSync`, `execFileSync` and `execSync`. */
export function installSpawnSync(): void {
  for (const [name, call] of Object.entries({ spawnSync, execFileSync, execSync })) {
    const original = Reflect.get(processes, name) as AnyFunction;
    replaceFunction(processes, name, (...args: unknown[]) => {
      const world = activeWorld;
      if (world === undefined) {
        refuseOutside(`${name}("${basename(firstWord(args[0]))}")`);
        return Reflect.apply(original, processes, args as never[]);
      }
      try {
        const result = call(args, (options) => spawnNow(world, options));
        addHelp(Reflect.get(Object(result), "error"));
        return result;
      } catch (thrown) {
        addHelp(thrown);
        throw thrown;
      }
    });
  }
}

// --- inside ---

/** The program of a command line. */
function firstWord(command: unknown): string {
  return String(command).split(" ", 1).join("");
}

const spawnSeam = seamOf("world:process.spawn");
const outputSeam = seamOf("world:process.output");

function spawnNow(world: SimWorld, options: SyncOptions): SyncResult {
  tellLaunch(world, options);
  const launch = launchOf(world, options);
  const begin = (): CommandOutcome => {
    const { script } = launch;
    const input = Buffer.from(options.stdio[0]?.input ?? []);
    if (script === undefined) {
      if (world.host.proc) return hostOutcome(world, options, { input, limitMs: options.timeout });
      if (launch.isShell) {
        return { stderr: shellNotFound(options.file, launch.name), exitCode: 127 };
      }
      throw Object.assign(new Error(), { errno: -constants.errno.ENOENT });
    }
    const call = {
      cwd: cwdOf(options),
      env: envOf(options),
      input: input.toString(),
      stdin: () => Promise.resolve(input.toString()),
    };
    return settledOf(launch.name, playScript(script, launch.args, call));
  };
  try {
    const info = { command: options.file, args: launch.args, options, sync: true };
    const outcome = spawnSeam.isOn ? spawnSeam.call(undefined, [info], begin) : begin();
    return resultOf(world, options, settledOf(launch.name, outcome as CommandOutcome));
  } catch (error) {
    const errno: unknown = Reflect.get(Object(error), "errno");
    if (typeof errno !== "number" || errno >= 0) throw error;
    return { pid: 0, status: null, signal: null, output: null, error: errno };
  }
}

function settledOf(
  name: string,
  outcome: CommandOutcome | Promise<CommandOutcome>,
): CommandOutcome {
  if (typeof Reflect.get(Object(outcome), "then") !== "function") return outcome as CommandOutcome;
  throw new GauntletError({
    code: "W303",
    what: `the script or a fault of \`${name}\` answers later, but was asked synchronously`,
    help: "let the script return what the process does, not a promise of it",
  });
}

function resultOf(world: SimWorld, options: SyncOptions, outcome: CommandOutcome): SyncResult {
  const { timeout = 0, maxBuffer = Number.POSITIVE_INFINITY } = options;
  const pid = processesOf(world).nextPid();
  const killedBy = nameOfSignal(options.killSignal ?? 0) ?? "SIGTERM";
  const delayMs = Math.max(0, outcome.delayMs ?? 0);
  const isLate = timeout > 0 && delayMs > timeout;
  // The caller is blocked meanwhile: time passes, and nothing else happens.
  world.nowUs += Math.round((isLate ? timeout : delayMs) * 1_000);
  const silent = { stdout: [], stderr: [] };
  const { stdout, stderr } = isLate ? silent : outcome;
  const whole = [bytesOf(options, 1, stdout), bytesOf(options, 2, stderr)];
  const isTooMuch = whole.some((bytes) => bytes !== null && bytes.length > maxBuffer);
  const output = [null, ...whole];
  if (isLate || isTooMuch) {
    const error = -(isLate ? constants.errno.ETIMEDOUT : constants.errno.ENOBUFS);
    return { pid, status: null, signal: killedBy, output, error };
  }
  const { signal = null, exitCode = 0 } = outcome;
  return { pid, status: signal === null ? exitCode : null, signal, output };
}

function bytesOf(options: SyncOptions, at: 1 | 2, output: CommandOutcome["stdout"]): Buffer | null {
  const type = options.stdio[at]?.type;
  if (type !== "pipe" && type !== "overlapped") return null;
  const got: Buffer[] = [];
  const name = at === 1 ? "stdout" : "stderr";
  const { maxBuffer = Number.POSITIVE_INFINITY } = options;
  let length = 0;
  for (const piece of piecesOf(output)) {
    // The piece that is too much is still there; what would follow is not.
    if (length > maxBuffer) break;
    length += piece.length;
    const info = { command: options.file, stream: name, sync: true };
    const chunk = outputSeam.isOn ? outputSeam.call(undefined, [info], () => piece) : piece;
    got.push(Buffer.from(chunk as Buffer));
  }
  return Buffer.concat(got);
}

/** Says what to do about a program that is not scripted. */
function addHelp(error: unknown): void {
  if (!(error instanceof Error) || Reflect.get(error, "code") !== "ENOENT") return;
  if (activeWorld?.host.proc === true) return;
  const path: unknown = Reflect.get(error, "path");
  if (typeof path === "string") error.message += `: ${helpFor(path)}`;
}
