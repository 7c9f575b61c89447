import { basename } from "node:path";
import type { SimWorld } from "../sim-world.ts";
import { type CommandScript, scriptsOf } from "./command.ts";
import { shellWords } from "./shell-words.ts";

/** What `ChildProcess.prototype.spawn` and its synchronous binding are given. */
export interface LaunchOptions {
  readonly file: string;
  readonly args?: readonly string[];
  /** Null is what `execFile` hands on where nothing was said. */
  readonly cwd?: string | URL | null;
  readonly envPairs?: readonly string[];
  readonly stdio?: unknown;
  /** Only where a module is forked. */
  readonly execArgv?: readonly string[];
}

/** A program that is to be started, and what stands in for it. */
export interface Launch {
  /** The name that the story tells. */
  readonly name: string;
  readonly args: readonly string[];
  /** Undefined where nothing was scripted under any name that fits. */
  readonly script: CommandScript | undefined;
  /** Whether a shell was asked, which answers by itself where it finds no program. */
  readonly isShell: boolean;
}

/** Finds what stands in for a program: by its path, its last part, or the line for a shell. */
export function launchOf(world: SimWorld, options: LaunchOptions): Launch {
  const args = (options.args ?? []).slice(1);
  const scripts = scriptsOf(world);
  const find = (...names: string[]): CommandScript | undefined => {
    const name = names.find((known) => scripts.has(known));
    return name === undefined ? undefined : scripts.get(name);
  };
  const name = basename(options.file);
  const own = find(options.file, name);
  if (own !== undefined) return { name, args, script: own, isShell: false };
  const line = shells.has(name) && args[0] === "-c" ? (args[1] ?? "").trim() : undefined;
  if (line === undefined) return { name, args, script: undefined, isShell: false };
  const words = shellWords(line);
  const whole = find(line);
  const [first = line, ...rest] = words ?? [line.split(/\s/)[0] ?? line];
  const shown = basename(first);
  const isPlain = words !== undefined && whole === undefined;
  const script = isPlain ? find(first, shown) : whole;
  return { name: shown, args: rest, script, isShell: true };
}

/** What a forked module is scripted as: its path, its file name, or `node`. */
export function forkLaunch(world: SimWorld, options: LaunchOptions): Launch {
  const args = (options.args ?? []).slice(1);
  const scripts = scriptsOf(world);
  for (const [at, argument] of args.entries()) {
    const script = scripts.get(argument) ?? scripts.get(basename(argument));
    if (script === undefined) continue;
    return { name: basename(argument), args: args.slice(at + 1), script, isShell: false };
  }
  return launchOf(world, options);
}

/** Says that a program is started to whoever watches. */
export function tellLaunch(world: SimWorld, options: LaunchOptions): void {
  if (world.onAct === undefined) return;
  const args = (options.args ?? []).slice(1);
  const isShell = shells.has(basename(options.file)) && args[0] === "-c";
  const shell = isShell ? (args[1] ?? "") : undefined;
  world.onAct({ kind: "command", program: options.file, args, shell, env: envOf(options) });
}

/** The environment of a process as an object. */
export function envOf(options: LaunchOptions): Readonly<Record<string, string>> {
  const pairs = (options.envPairs ?? []).map((pair) => {
    const at = pair.indexOf("=");
    return [pair.slice(0, at), pair.slice(at + 1)] as const;
  });
  return Object.fromEntries(pairs);
}

/** The folder of a process; undefined is that of the run. */
export function cwdOf({ cwd }: LaunchOptions): string | undefined {
  return cwd === undefined || cwd === null ? undefined : String(cwd);
}

/** What a shell says about a program that it does not find. */
export function shellNotFound(file: string, name: string): string {
  return `${file}: 1: ${name}: not found\n${helpFor(name)}\n`;
}

/** What to do about a program that was not scripted. */
export function helpFor(name: string): string {
  return `${unscripted}; script it: world.command("${name}", { stdout: "…" })`;
}

/** What the message of a command that nobody scripted says. */
export const unscripted = "no process is started in a run";

// --- inside ---

const shells: ReadonlySet<string> = new Set(["sh", "bash", "zsh", "dash"]);
