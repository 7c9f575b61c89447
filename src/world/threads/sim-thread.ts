import type { EventEmitter } from "node:events";
import threads, { type MessagePort } from "node:worker_threads";
import type { Channel, SimWorld, WorldPart } from "../sim-world.ts";
import type { WorldThread } from "../world-thread.ts";
import { threadLoader } from "./thread-loader.ts";

/**
 * A thread of a run. Its module runs in this very thread, with instances of its own of all that it
 * imports, whenever a wake of it fires; between two wakes others take their turns. Which comes
 * first is decided, so what it computes and says is repeated. It ends when nothing can wake it.
 */
export class SimThread implements WorldThread {
  isOver = false;
  readonly id: number;
  readonly #world: SimWorld;
  readonly #worker: EventEmitter;
  readonly #parent: WorldThread | undefined;
  readonly #inside: MessagePort;
  readonly #outside: MessagePort;
  readonly #channel: Channel = { name: "Worker", lastUs: 0 };
  #isLoaded = false;
  #exitCode = 0;

  constructor(world: SimWorld, worker: EventEmitter) {
    this.#world = world;
    this.#worker = worker;
    this.#parent = world.thread;
    this.id = ++world.part(threadsPart).count;
    const { port1, port2 } = new threads.MessageChannel();
    this.#outside = port1;
    this.#inside = port2;
    port1.on("message", (data: unknown) => worker.emit("message", data));
    port1.on("close", () => this.#tellExit());
  }

  /** Runs a file as soon as that is decided. */
  start(url: string, workerData: unknown): void {
    this.#world.complete("Worker online", () => {
      this.#worker.emit("online");
      const begin = this.#world.after(0, "Worker start", () => this.#run(url, workerData));
      begin.thread = this;
    });
    this.#world.watchThread(this);
  }

  post(args: readonly unknown[]): void {
    Reflect.apply(this.#outside.postMessage, this.#outside, args);
  }

  /** Ends it; what it has said by then is still heard. */
  end(exitCode: number): void {
    if (this.isOver) return;
    this.isOver = true;
    this.#exitCode = exitCode;
    this.#inside.close();
  }

  fail(thrown: unknown): void {
    if (this.isOver) return;
    this.isOver = true;
    this.#exitCode = 1;
    const told = this.#world.complete(
      "Worker error",
      () => {
        this.#inside.close();
        this.#worker.emit("error", thrown);
      },
      this.#channel,
    );
    told.thread = this.#parent;
  }

  settle(isWaiting: boolean): void {
    // The types of Node 20 do not know it, but every version has it.
    const { hasRef } = this.#inside as MessagePort & { hasRef(): boolean | undefined };
    if (this.#isLoaded && !isWaiting && hasRef.call(this.#inside) !== true) this.end(0);
  }

  #run(url: string, workerData: unknown): void {
    const load = threadLoader();
    const own = {
      ...threads,
      isMainThread: false,
      parentPort: this.#inside,
      threadId: this.id,
      workerData,
    };
    load?.(url, { ...own, default: own }).then(
      () => (this.#isLoaded = true),
      (thrown: unknown) => this.fail(thrown),
    );
  }

  #tellExit(): void {
    this.isOver = true;
    this.#world.forgetThread(this);
    this.#worker.emit("exit", this.#exitCode);
  }
}

// --- inside ---

/** The number of the last thread of a run. */
const threadsPart: WorldPart<{ count: number }> = { name: "threads", make: () => ({ count: 0 }) };
