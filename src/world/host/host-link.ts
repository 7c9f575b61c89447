import { MessageChannel, type MessagePort, receiveMessageOnPort } from "node:worker_threads";
import type { Worker } from "node:worker_threads";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import { real } from "../real.ts";
import type { HostFact } from "./host-question.ts";
import { hostEnvironment } from "../machine/environment.ts";
import { inheritedMarks } from "./kept-marks.ts";
import type {
  HostLaunch,
  HostMessage,
  HostOperation,
  HostOutcome,
  HostThreadData,
} from "./host-messages.ts";

/**
 * Has an operation done by a real process and waits for it. Nothing else happens in this thread
 * meanwhile: virtual time stands still, and no other callback of the real world comes in between.
 */
export function askHost(launch: HostLaunch, operation: HostOperation): HostOutcome {
  const who = `the worker \`${launch.name}\``;
  // A run begins with a start and a request, and each of them may be waited for.
  return ask({ kind: "worker", launch, operation }, who, launch.hangMs * 2) as HostOutcome;
}

/** Asks the host once, and waits for what came of it in the same way. */
export function askHostOnce(message: Exclude<HostMessage, { kind: "worker" }>): HostFact {
  return ask(message, "the host", message.question.timeoutMs) as HostFact;
}

/** How often a thread was started in this process: a replay starts none. */
export function hostThreadsCount(): number {
  return threadsCount;
}

/** Ends the thread, and with it every worker; the next question starts a new one. */
export async function endHosts(): Promise<void> {
  const ended = link;
  link = undefined;
  ended?.replies.close();
  await ended?.thread.terminate();
}

// --- inside ---

interface HostLink {
  readonly thread: Worker;
  readonly signal: Int32Array;
  /** Read when the thread has counted, never listened to: no event of it gets into a run. */
  readonly replies: MessagePort;
}

/** One for the process: a worker outlives the runs that ask it. */
let link: HostLink | undefined;
let threadsCount = 0;

/** What comes in small pieces leaves much behind; it is to be collected before it is many MiB. */
const resourceLimits = { maxYoungGenerationSizeMb: 4 };

// Kept from before any stand-in: a channel of the run is not one of the host.
const RealChannel = MessageChannel;
const readPort = receiveMessageOnPort;

/** How long the thread may take besides what it waits for. */
const threadMsMax = 10_000;

// The compiled program, also where this file runs as TypeScript: a thread cannot strip types.
const entry = new URL("../../../dist/world/workers/host-thread-main.js", import.meta.url);

function ask(message: HostMessage, who: string, waitsMs: number): unknown {
  link ??= startLink();
  const { thread, signal, replies } = link;
  const before = Atomics.load(signal, 0);
  Reflect.apply(real.postToThread, thread, [message]);
  const waited = real.atomicsWait(signal, 0, before, waitsMs + threadMsMax);
  const reply = waited === "timed-out" ? undefined : readPort(replies);
  if (reply !== undefined) return reply.message;
  // An answer that came later would be taken for that to another question.
  link = undefined;
  void thread.terminate();
  throw lostThread(who);
}

function startLink(): HostLink {
  threadsCount += 1;
  const signal = new Int32Array(new SharedArrayBuffer(4));
  const { port1: replies, port2 } = new RealChannel();
  const workerData: HostThreadData = { signal, replies: port2, marks: inheritedMarks() };
  const env = hostEnvironment();
  const options = { workerData, transferList: [port2], execArgv: [], resourceLimits, env };
  const thread = startThread(options);
  thread.unref();
  return { thread, signal, replies };
}

function startThread(options: ConstructorParameters<typeof Worker>[1]): Worker {
  try {
    return new real.Worker(entry, options);
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== "ERR_ACCESS_DENIED") throw thrown;
    throw new GauntletError({
      code: "W404",
      what: "this process may start no other one",
      note: "no file of the project calls `world.worker`, so Node was told to deny it",
      help: "call it as `world.worker(…)` in the chaos file, not in a package",
    });
  }
}

function lostThread(who: string): GauntletError {
  return new GauntletError({
    code: "W403",
    what: `${who} could not be asked`,
    note: "the thread that holds real processes gives no answer",
    help: "look whether the machine is out of memory or processes, and run again",
  });
}
