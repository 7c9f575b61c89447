import processes, { type ChildProcess } from "node:child_process";
import { promisify } from "node:util";
import { activeWorld } from "../active-world.ts";
import { idleWorld } from "../loading/idle-world.ts";
import { type AnyFunction, imitate, replaceFunction, replaceValue } from "../stand-in.ts";
import { Timeout } from "../timeout.ts";
import { withinMs } from "./host-launch.ts";

/**
 * Puts virtual time behind the `timeout` of `spawn` and `execFile`, and so of `exec`: Node's own
 * code has kept the real timers, so it is not told of the option, and we keep to it.
 */
export function installSpawnTimeout(): void {
  const { spawn, execFile } = processes;
  replaceFunction(processes, "spawn", (...args: unknown[]) => startWithin(spawn, args));
  const standIn = (...args: unknown[]): ChildProcess => startWithin(execFile, args);
  // `promisify` would find the promise form of the original, which does not come by here; it is
  // declared for good there, so the new function must never have had it.
  const looks: PropertyDescriptorMap = Object.getOwnPropertyDescriptors(execFile);
  Reflect.deleteProperty(looks, promisify.custom);
  imitate(standIn, Object.defineProperties({}, looks));
  Object.defineProperty(standIn, promisify.custom, { value: promised(standIn) });
  replaceValue(processes, "execFile", standIn);
}

// --- inside ---

interface TimeoutOptions {
  readonly timeout?: unknown;
  readonly killSignal?: NodeJS.Signals | number;
}

function startWithin(original: AnyFunction, args: unknown[]): ChildProcess {
  const world = activeWorld ?? idleWorld();
  const at = args.findIndex((arg, index) => index > 0 && isOptions(arg));
  const { timeout, killSignal } = (args[at] ?? {}) as TimeoutOptions;
  const isKept = world !== undefined && Number.isInteger(timeout) && (timeout as number) > 0;
  if (!isKept) return Reflect.apply(original, processes, args as never[]) as ChildProcess;
  const given = args.with(at, { ...(args[at] as object), timeout: 0 });
  const start = (): unknown => Reflect.apply(original, processes, given as never[]);
  const child = withinMs(timeout as number, start) as ChildProcess;
  const callback = (): void => void child.kill(killSignal ?? "SIGTERM");
  const timer = new Timeout(world, { label: "process timeout", callback, delay: timeout });
  child.once("exit", () => timer.close());
  child.once("close", () => timer.close());
  return child;
}

function isOptions(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

type Output = string | Buffer;
type ExecCallback = (error: Error | null, stdout: Output, stderr: Output) => void;
type ExecFile = (...args: [...unknown[], ExecCallback]) => ChildProcess;

function promised(execFile: ExecFile): (...args: unknown[]) => Promise<unknown> {
  return (...args) => {
    let child: ChildProcess | undefined;
    const promise = new Promise((resolve, reject) => {
      child = execFile(...args, (error, stdout, stderr) => {
        if (error === null) resolve({ stdout, stderr });
        else reject(Object.assign(error, { stdout, stderr }));
      });
    });
    return Object.assign(promise, { child });
  };
}
