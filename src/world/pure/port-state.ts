import { type AsyncContext, callIn, keepContext } from "../async-context.ts";
import { activeWorld } from "../active-world.ts";
import type { Channel, SimWorld } from "../sim-world.ts";
import type { WorldThread } from "../world-thread.ts";

/** One message under way to a port. */
export interface PortMessage {
  readonly data: unknown;
  readonly ports: readonly object[];
}

/** How a message, or the end of the channel, is handed to the object that user code holds. */
export interface PortDelivery {
  message(port: object, message: PortMessage): void;
  close(port: object): void;
}

/**
 * One end of a simulated channel. It is apart from the object that user code holds, because a
 * transfer gives it another one. Messages wait here in order until the port is started. A package
 * may keep a channel for longer than a run, or make it before the first: what was not delivered
 * then is not in the next run either.
 */
export class PortState {
  peer: PortState | undefined;
  holder: object | undefined;
  isClosed = false;
  isRef = false;
  #isStarted = false;
  /** The thread that listens here. */
  #thread: WorldThread | undefined;
  #wakes = 0;
  readonly #queue: (PortMessage | typeof theEnd)[] = [];
  readonly #channel: Channel = { name: "MessagePort", lastUs: 0 };
  #world: SimWorld;
  readonly #delivery: PortDelivery;
  readonly #context: AsyncContext;

  constructor(world: SimWorld, delivery: PortDelivery) {
    this.#world = world;
    this.#delivery = delivery;
    this.#context = keepContext(world, "MESSAGEPORT");
  }

  start(): void {
    this.#enter();
    this.#isStarted = true;
    this.#thread = this.#world.thread;
    while (this.#wakes < this.#queue.length) this.#wake();
  }

  stop(): void {
    this.#isStarted = false;
  }

  /** Puts a message into the queue of this end. */
  receive(message: PortMessage): void {
    if (this.isClosed) return;
    this.#enter();
    this.#queue.push(message);
    if (this.#isStarted) this.#wake();
  }

  /** Takes the next message at once, as `receiveMessageOnPort` does. */
  take(): PortMessage | undefined {
    const [first] = this.#queue;
    if (first === undefined || first === theEnd) return undefined;
    this.#queue.shift();
    return first;
  }

  /** Closes this end now; the other one hears of it behind what it still has to read. */
  close(): void {
    if (this.isClosed) return;
    this.#enter();
    this.isClosed = true;
    this.#queue.length = 0;
    this.#world.complete("MessagePort close", () => this.#tellClose(), this.#channel);
    if (this.peer !== undefined) this.peer.#receiveEnd();
  }

  #receiveEnd(): void {
    if (this.isClosed) return;
    this.#enter();
    this.#queue.push(theEnd);
    this.#wake();
  }

  #enter(): void {
    if (activeWorld === undefined || activeWorld === this.#world) return;
    this.#world = activeWorld;
    this.#queue.length = 0;
    this.#wakes = 0;
    this.#channel.lastUs = 0;
  }

  #wake(): void {
    this.#wakes += 1;
    const wake = this.#world.complete("MessagePort message", () => this.#next(), this.#channel);
    wake.thread = this.#thread;
  }

  #next(): void {
    this.#wakes -= 1;
    const [first] = this.#queue;
    if (first === undefined || this.isClosed) return;
    if (first === theEnd) {
      this.isClosed = true;
      this.#tellClose();
      return;
    }
    const { holder } = this;
    if (!this.#isStarted || holder === undefined) return;
    this.#queue.shift();
    callIn(this.#context, () => this.#delivery.message(holder, first), {});
    // Taken by hand, or stopped for a while: then the end would wait without a wake of its own.
    if (this.#queue[0] === theEnd && this.#wakes === 0) this.#wake();
  }

  #tellClose(): void {
    const { holder } = this;
    if (holder !== undefined) callIn(this.#context, () => this.#delivery.close(holder), {});
  }
}

// --- inside ---

const theEnd = Symbol("the end of a channel");
