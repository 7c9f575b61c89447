import { EventEmitter } from "node:events";
import path from "node:path";
import { Readable } from "node:stream";
import { pathToFileURL } from "node:url";
import threads from "node:worker_threads";
import { activeWorld } from "../active-world.ts";
import type { SimWorld } from "../sim-world.ts";
import { imitate, replaceFunction, replaceValue } from "../stand-in.ts";
import { SimThread } from "./sim-thread.ts";
import { isThreadOfFile } from "./thread-loader.ts";

/**
 * Lets a run have threads that compute and talk by messages. To be called before the guards are put
 * in place: they refuse by name what such a thread cannot be.
 */
export function installThreads(): void {
  const { Worker } = threads;
  function standIn(this: unknown, ...args: unknown[]): unknown {
    const target: unknown = new.target;
    if (target === undefined) return Reflect.apply(Worker, this, args);
    const made = target === standIn ? Worker : (target as NewableFunction);
    const world = activeWorld;
    if (world === undefined || !isThreadOfFile(args)) return Reflect.construct(Worker, args, made);
    return threadOf(world, args, made);
  }
  const imitation = imitate(standIn, Worker);
  replaceValue(Worker.prototype, "constructor", imitation);
  replaceValue(threads, "Worker", imitation);
  const { exit } = process;
  replaceFunction(process, "exit", (code?: number | string | null): never => {
    const thread = activeWorld?.thread;
    if (thread === undefined) return exit(code);
    thread.end(Number(code ?? process.exitCode ?? 0));
    throw threadEnd;
  });
}

// --- inside ---

/** What leaves the code of a thread that has ended itself; nobody hears of it. */
const threadEnd = new Error("the thread has ended");

interface ThreadOptions {
  readonly workerData?: unknown;
  readonly transferList?: readonly object[];
}

function threadOf(world: SimWorld, args: readonly unknown[], target: NewableFunction): object {
  const { workerData, transferList } = Object(args[1]) as ThreadOptions;
  const url = urlOf(args[0] as string | URL);
  const data = cloned(workerData, transferList ?? []);
  const worker = Reflect.construct(EventEmitter, [], target) as EventEmitter;
  const thread = new SimThread(world, worker);
  const values = {
    threadId: thread.id,
    stdin: null,
    stdout: new Readable({ read: () => {} }),
    stderr: new Readable({ read: () => {} }),
    resourceLimits: {},
    postMessage: (...message: unknown[]) => thread.post(message),
    ref: () => {},
    unref: () => {},
    terminate: () => {
      if (thread.isOver) return Promise.resolve(undefined);
      const ended = new Promise((resolve) => void worker.once("exit", resolve));
      thread.end(1);
      return ended;
    },
  };
  for (const [key, value] of Object.entries(values)) {
    Object.defineProperty(worker, key, { value, writable: true, configurable: true });
  }
  worker.once("exit", () => Reflect.set(worker, "threadId", -1));
  thread.start(url, data);
  return worker;
}

/** As Node: a path is absolute, or it begins with a dot and is that of the working directory. */
function urlOf(given: string | URL): string {
  if (given instanceof URL) return given.href;
  if (path.isAbsolute(given) || /^\.\.?[\\/]/.test(given)) {
    return pathToFileURL(path.resolve(given)).href;
  }
  const error = new TypeError(
    "The worker script or module filename must be an absolute path or a relative path starting " +
      `with './' or '../'. Received "${given}"`,
  );
  throw Object.assign(error, { code: "ERR_WORKER_PATH" });
}

/** What a thread is given arrives as a message would: copied, or moved. */
function cloned(value: unknown, transfer: readonly object[]): unknown {
  const { port1, port2 } = new threads.MessageChannel();
  Reflect.apply(port1.postMessage, port1, [value, transfer]);
  return threads.receiveMessageOnPort(port2)?.message as unknown;
}
