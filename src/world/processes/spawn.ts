import { ChildProcess } from "node:child_process";
import { constants } from "node:os";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import { activeWorld } from "../active-world.ts";
import { madeOutside } from "../loading/idle-world.ts";
import { seamOf } from "../seam.ts";
import type { SimWorld } from "../sim-world.ts";
import { replaceFunction } from "../stand-in.ts";
import { type CommandOutcome, playScript } from "./command.ts";
import { demandOnHost, playOnHost } from "./host-launch.ts";
import { attachStreams, type Child, maybeClose } from "./child-streams.ts";
import { spawnOutside } from "./spawn-outside.ts";
import { cwdOf, envOf, forkLaunch, helpFor, type Launch, launchOf } from "./launch.ts";
import { type LaunchOptions, shellNotFound, tellLaunch } from "./launch.ts";
import { type ProcessStreams, processStreams, stdioList } from "./process-streams.ts";
import { processesOf } from "./process-table.ts";
import { type ProcessEnd, SimProcess } from "./sim-process.ts";

/**
 * Puts scripted processes behind `ChildProcess.prototype.spawn`, through which every asynchronous
 * way to start a process goes. In a run no real process is ever started.
 */
export function installSpawn(): void {
  const { prototype } = ChildProcess as unknown as { readonly prototype: Child };
  const { spawn } = prototype;
  replaceFunction(prototype, "spawn", function standIn(this: Child, options: LaunchOptions) {
    if (isNormalizing) throw new Normalized(options);
    const world = activeWorld;
    // What Node refuses is handed to it, to be refused in its own words.
    const isRefused = typeof options?.file !== "string";
    if (isRefused) return Reflect.apply(spawn, this, [options]);
    const made = madeOutside("a process");
    if (made !== undefined) return spawnOutside(made, this, options);
    if (world === undefined) return Reflect.apply(spawn, this, [options]);
    return spawnIn(world, this, options);
  });
}

/**
 * What Node makes of the arguments of a call that would start a process, and what it throws where
 * it refuses them. Nothing is started.
 */
export function normalizedBy(call: () => unknown): LaunchOptions {
  isNormalizing = true;
  try {
    call();
  } catch (thrown) {
    if (thrown instanceof Normalized) return thrown.options;
    throw thrown;
  } finally {
    isNormalizing = false;
  }
  throw new Error("a call was to start a process and did not try to");
}

// --- inside ---

let isNormalizing = false;

/** Carries the options out of Node's own code. */
class Normalized extends Error {
  readonly options: LaunchOptions;

  constructor(options: LaunchOptions) {
    super("normalized");
    this.options = options;
  }
}

const seam = seamOf("world:process.spawn");

function spawnIn(world: SimWorld, child: Child, options: LaunchOptions): number {
  tellLaunch(world, options);
  const stdio = stdioList(options.stdio ?? "pipe");
  const isFork = stdio.includes("ipc");
  const launch = isFork ? forkLaunch(world, options) : launchOf(world, options);
  if (isFork && launch.script === undefined) throw forkRefused(options);
  const streams = processStreams(stdio);
  child.spawnfile = options.file;
  child.spawnargs = options.args ?? [];
  const made: { simulated?: SimProcess } = {};
  const isKilled = (): boolean => made.simulated?.isKilled ?? false;
  const outcome = outcomeOf({ world, options, launch, streams, isKilled });
  const pid = processesOf(world).nextPid();
  const plan = {
    name: launch.name,
    pid,
    streams,
    onEnd: (end: ProcessEnd) => tellEnd(child, end),
  };
  const simulated = new SimProcess(world, plan);
  made.simulated = simulated;
  child._handle = handleFor(simulated);
  attachStreams(child, streams);
  // Messages to a forked module are not simulated; one that is sent must not vanish in silence.
  if (isFork)
    child.send = () => {
      throw forkRefused(options);
    };
  if (isFailure(outcome)) {
    simulated.fail(outcome.error);
    return -constants.errno.ENOENT;
  }
  child.pid = pid;
  processesOf(world).add(simulated);
  process.nextTick(() => child.emit("spawn"));
  simulated.play(outcome);
  return 0;
}

interface Failure {
  readonly error: unknown;
}

interface Start {
  readonly world: SimWorld;
  readonly options: LaunchOptions;
  readonly launch: Launch;
  readonly streams: ProcessStreams;
  readonly isKilled: () => boolean;
}

type Played = CommandOutcome | Promise<CommandOutcome>;

/** What the script says, through the seam; whatever is thrown is why the process did not start. */
function outcomeOf(start: Start): Played | Failure {
  const { launch, options } = start;
  const begin = (): Played => played(start);
  try {
    if (!seam.isOn) return begin();
    const info = { command: options.file, args: launch.args, options };
    return seam.call(undefined, [info], begin) as Played;
  } catch (error) {
    return { error };
  }
}

function played({ world, launch, options, streams, isKilled }: Start): Played {
  const { script, name, args } = launch;
  if (script === undefined) {
    if (world.host.proc) {
      demandOnHost(world, options);
      return playOnHost(world, options, { streams, isKilled });
    }
    if (launch.isShell) return { stderr: shellNotFound(options.file, name), exitCode: 127 };
    throw notFound(options);
  }
  const call = {
    cwd: cwdOf(options),
    env: envOf(options),
    input: "",
    stdin: () => streams.written(),
  };
  return playScript(script, args, call);
}

function isFailure(outcome: Played | Failure): outcome is Failure {
  return "error" in outcome;
}

function handleFor(simulated: SimProcess): object {
  return {
    pid: simulated.pid,
    kill: (signal: number) => simulated.kill(signal),
    ref() {},
    unref: () => simulated.unref(),
    hasRef: () => true,
    close() {},
  };
}

/** What Node does when a process has ended, in its order. */
function tellEnd(child: Child, { exitCode, signal, error }: ProcessEnd): void {
  if (signal === undefined) child.exitCode = exitCode;
  else child.signalCode = signal;
  child.stdin?.destroy();
  child._handle = null;
  if (error === undefined) child.emit("exit", child.exitCode, child.signalCode);
  else child.emit("error", error);
  process.nextTick(() => {
    // Streams that nobody reads are read to their end, or they would never close.
    for (const stream of [child.stdout, child.stderr]) {
      if (stream?.readable === true) stream.resume();
    }
  });
  maybeClose(child);
}

function notFound(options: LaunchOptions): Error {
  const { file, args = [] } = options;
  const error = new Error(`spawn ${file} ENOENT: ${helpFor(file)}`);
  return Object.assign(error, {
    errno: -constants.errno.ENOENT,
    code: "ENOENT",
    syscall: `spawn ${file}`,
    path: file,
    spawnargs: args.slice(1),
  });
}

function forkRefused(options: LaunchOptions): GauntletError {
  const module =
    options.args?.at(1 + (options.execArgv ?? process.execArgv).length) ?? options.file;
  return new GauntletError({
    code: "W302",
    what: `\`fork\` of \`${module}\` is not simulated`,
    note: "no process is started in a run, and messages between processes are not simulated",
    help: `script it as a plain process: world.command("${module}", { exitCode: 0 })`,
  });
}
