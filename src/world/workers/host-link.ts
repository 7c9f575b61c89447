import { Worker } from "node:worker_threads";
import { GauntletError } from "../../kernel/gauntlet-error.ts";
import type { HostLaunch, HostMessage, HostOperation, HostOutcome } from "./host-messages.ts";
import { answerLengthMax } from "./host-messages.ts";

/**
 * Has an operation done by a real process and waits for it. Nothing else happens in this thread
 * meanwhile: virtual time stands still, and no other callback of the real world comes in between.
 */
export function askHost(launch: HostLaunch, operation: HostOperation): HostOutcome {
  link ??= startLink();
  const { thread, signal, reply } = link;
  const before = Atomics.load(signal, 0);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  thread.postMessage({ launch, operation } satisfies HostMessage);
  // A run begins with a start and a request, and each of them may be waited for.
  const patience = launch.hangMs * 2 + threadMsMax;
  if (Atomics.wait(signal, 0, before, patience) === "timed-out") throw lostThread(launch.name);
  // A copy, because a decoder does not read from memory that another thread may write to.
  const text = new TextDecoder().decode(reply.slice(0, Atomics.load(signal, 1)));
  return JSON.parse(text) as HostOutcome;
}

/** Ends the thread, and with it every worker; the next question starts a new one. */
export async function endHosts(): Promise<void> {
  const ended = link;
  link = undefined;
  await ended?.thread.terminate();
}

// --- inside ---

interface HostLink {
  readonly thread: Worker;
  readonly signal: Int32Array;
  readonly reply: Uint8Array;
}

/** One for the process: a worker outlives the runs that ask it. */
let link: HostLink | undefined;

/** How long the thread may take besides what it waits for. */
const threadMsMax = 10_000;

/** JSON may take six characters for one, and each of these is one byte. */
const replyLengthMax = answerLengthMax * 6 + 4_096;

// The compiled program, also where this file runs as TypeScript: a thread cannot strip types.
const entry = new URL("../../../dist/world/workers/host-thread-main.js", import.meta.url);

function startLink(): HostLink {
  const signal = new Int32Array(new SharedArrayBuffer(8));
  const reply = new Uint8Array(new SharedArrayBuffer(replyLengthMax));
  const thread = new Worker(entry, { workerData: { signal, reply }, execArgv: [] });
  thread.unref();
  return { thread, signal, reply };
}

function lostThread(name: string): GauntletError {
  return new GauntletError({
    code: "W403",
    what: `the worker \`${name}\` could not be asked`,
    note: "the thread that holds real processes gives no answer",
    help: "look whether the machine is out of memory or processes, and run again",
  });
}
