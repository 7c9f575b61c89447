import type { Socket } from "node:net";
import { type AsyncContext, callIn, keepContext } from "../async-context.ts";
import { seamOf } from "../seam.ts";
import type { Channel, SimWorld } from "../sim-world.ts";
import type { Timeout } from "../timeout.ts";
import { type NetAddress, networkPart } from "./network.ts";
import { systemError } from "./system-error.ts";
import { throughSeam } from "./through-seam.ts";

/** What a fault at `world:net.data` is told; the call's answer is the chunk that is sent. */
export interface DataInfo {
  /** The name of the server, as its client knows it. */
  readonly host: string;
  readonly port: number;
  readonly direction: "to client" | "to server";
  readonly chunk: Buffer;
}

/**
 * One end of a simulated connection. What is sent arrives at the peer in its order, after a latency
 * that is decided; what the peer does not read holds the sender up, as a full window does.
 */
export class Wire {
  readonly world: SimWorld;
  readonly socket: Socket;
  peer: Wire | undefined;
  isClient = false;
  /** The name by which a client asked for its server. */
  host: string | undefined;
  local: NetAddress | undefined;
  remote: NetAddress | undefined;
  isTls = false;
  /** Whether it is a way of our own, at which no fault strikes. */
  isPrivate = false;
  bytesRead = 0;
  bytesWritten = 0;
  timer: Timeout | undefined;
  /** Everything that goes from here to the peer keeps its order. */
  readonly channel: Channel;
  readonly #context: AsyncContext;
  readonly #inbox: (Buffer | null)[] = [];
  #isReading = false;
  #isFlushing = false;
  isClosed = false;
  #hasEnded = false;
  #unreadBytes = 0;
  #writers: (() => void)[] = [];
  #held: Promise<void> | undefined;
  /** What is under way and may still be joined by what is sent next. */
  #parcel: { bytes: Buffer } | undefined;

  constructor(world: SimWorld, socket: Socket, name: string) {
    this.world = world;
    this.socket = socket;
    this.channel = { name, lastUs: 0 };
    this.#context = keepContext(world, "TCPWRAP");
    world.part(networkPart).sockets.add(socket);
  }

  /** Does something in the AsyncLocalStorage of whoever opened this end. */
  run(body: () => void): void {
    callIn(this.#context, body, {});
  }

  /** Sends a chunk on its way; `taken` is called when there is room for the next one. */
  send(chunk: Buffer, taken: () => void): void {
    this.#inOrder(() =>
      dataSeam.isOn && !this.isPrivate ? this.#throughFaults(chunk) : this.#transmit(chunk),
    );
    if (this.#unreadBytes < windowBytes) taken();
    else this.#writers.push(taken);
  }

  /** Tells the peer that nothing more will come. */
  end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#inOrder(() => this.#later("net end", (peer) => peer.#receive(null)));
  }

  /** Leaves the connection; the peer sees an end, or a reset where something was lost. */
  close(isReset: boolean): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.world.part(networkPart).sockets.delete(this.socket);
    this.world.handles?.closed(this.socket);
    this.timer?.close();
    // Nobody is there yet, or any more, to be told.
    if (this.remote === undefined || this.peer?.isClosed === true) return;
    const hasUnread = this.#inbox.some((item) => item !== null);
    if (isReset || hasUnread) this.#later("net reset", (peer) => peer.#receiveReset());
    else this.end();
  }

  /** The socket wants to read. */
  read(): void {
    this.#isReading = true;
    this.#flush();
  }

  /** Does something at the peer when everything that was sent before has arrived. */
  #later(label: string, fire: (peer: Wire) => void): void {
    this.world.complete(
      label,
      () => {
        const { peer } = this;
        if (peer !== undefined) peer.run(() => fire(peer));
      },
      this.channel,
    );
  }

  /**
   * What the call answers is sent. A fault that lets a part pass and then throws, or that answers
   * nothing, has sent what it let pass; one that lets nothing pass has lost the chunk.
   */
  #throughFaults(chunk: Buffer): unknown {
    const passed: unknown[] = [];
    const proceed = (info: unknown): unknown => {
      passed.push((info as DataInfo).chunk);
      return passed.at(-1);
    };
    const settle = (sent: unknown): void => {
      for (const part of sent === undefined ? passed : [sent]) this.#transmit(part);
    };
    const fail = (thrown: unknown): never => {
      settle(undefined);
      throw thrown as Error;
    };
    try {
      const sent = throughSeam(dataSeam, this.#infoOf(chunk), proceed);
      return sent instanceof Promise ? sent.then(settle, fail) : settle(sent);
    } catch (thrown) {
      return fail(thrown);
    }
  }

  #infoOf(chunk: Buffer): DataInfo {
    const isClient = this.isClient;
    const { remote, local } = this;
    const server = isClient ? remote : local;
    const direction = isClient ? "to server" : "to client";
    const host = this.host ?? server?.address ?? "";
    return { host, port: server?.port ?? 0, direction, chunk };
  }

  /** Sends what the faults have left of a chunk, which may be nothing. */
  #transmit(chunk: unknown): void {
    if (!(chunk instanceof Uint8Array) || chunk.length === 0) return;
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
    this.#unreadBytes += chunk.length;
    if (this.#keepsChunks()) {
      this.#deliver(bytes);
    } else if (bytes.length > 1 && this.world.decisions.chance("net split", splitProbability)) {
      const at = this.world.decisions.integer("net split at", { min: 1, max: bytes.length - 1 });
      this.#deliver(bytes.subarray(0, at));
      this.#deliver(bytes.subarray(at));
    } else if (this.#parcel === undefined || !this.#joins()) {
      this.#deliver(bytes);
    } else {
      this.#parcel.bytes = Buffer.concat([this.#parcel.bytes, bytes]);
    }
  }

  /**
   * TCP carries bytes, not chunks: what is written at once may arrive in parts, and two writes may
   * arrive together. Where Node itself puts the bytes of a message together again, that would be a
   * decision for each chunk and nothing else.
   */
  #keepsChunks(): boolean {
    const { socket }: { readonly socket: Socket & { readonly parser?: unknown } } = this;
    return this.isPrivate || (socket.parser !== undefined && socket.parser !== null);
  }

  #joins(): boolean {
    return this.world.decisions.chance("net join", joinProbability);
  }

  #deliver(bytes: Buffer): void {
    const parcel = { bytes };
    this.#parcel = parcel;
    this.#later("net data", (peer) => {
      if (this.#parcel === parcel) this.#parcel = undefined;
      if (peer.isClosed) peer.#later("net reset", (sender) => sender.#receiveReset());
      else peer.#receive(parcel.bytes);
    });
  }

  #receive(item: Buffer | null): void {
    if (this.isClosed) return;
    this.#inbox.push(item);
    this.#flush();
  }

  #receiveReset(): void {
    if (!this.isClosed) this.socket.destroy(systemError("ECONNRESET", "read"));
  }

  #flush(): void {
    if (this.#isFlushing) return;
    this.#isFlushing = true;
    try {
      while (this.#isReading && this.#inbox.length > 0 && !this.isClosed) this.#take();
    } finally {
      this.#isFlushing = false;
    }
  }

  #take(): void {
    const item = this.#inbox.shift();
    this.#isReading = false;
    if (item === null || item === undefined) {
      this.socket.push(null);
      this.socket.read(0);
      return;
    }
    this.bytesRead += item.length;
    this.timer?.refresh();
    this.peer?.acknowledge(item.length);
    if (this.socket.push(item)) this.#isReading = true;
  }

  /** The peer has read so much. */
  acknowledge(bytes: number): void {
    this.#unreadBytes -= bytes;
    if (this.#writers.length === 0 || this.#unreadBytes >= windowBytes) return;
    const writers = this.#writers;
    this.#writers = [];
    for (const taken of writers) process.nextTick(taken);
  }

  /** A fault may hold a chunk back; then what follows waits behind it, as in a stream of bytes. */
  #inOrder(step: () => unknown): void {
    if (this.#held === undefined) {
      try {
        const result = step();
        if (result instanceof Promise) this.#hold(result);
      } catch (thrown) {
        this.#breakOff(thrown);
      }
    } else {
      this.#hold(this.#held.then(step));
    }
  }

  #hold(result: Promise<unknown>): void {
    const held = result
      .then(
        () => {},
        (thrown: unknown) => this.#breakOff(thrown),
      )
      .then(() => {
        if (this.#held === held) this.#held = undefined;
      });
    this.#held = held;
  }

  /** A fault broke the connection: this end sees its error, the peer a reset. */
  #breakOff(thrown: unknown): void {
    this.close(true);
    this.socket.destroy(thrown as Error);
  }
}

// --- inside ---

const dataSeam = seamOf("world:net.data");

/** How often a chunk arrives in two parts; more would hide what happens between whole ones. */
const splitProbability = 1 / 8;

/** How often a chunk arrives together with the one before it, where that is still under way. */
const joinProbability = 1 / 8;

/** How much may be under way or unread before a writer has to wait. */
const windowBytes = 256 * 1_024;
