import net, { type AddressInfo, type Server, type Socket } from "node:net";
import { Timeout } from "../timeout.ts";
import type { Wire } from "./wire.ts";

/**
 * Makes a socket of Node's a simulated one. Its class stays what it was; a prototype in between
 * answers for what Node would ask a native handle, so that each socket costs one assignment.
 */
export function simulate(socket: Socket, wire: Wire): void {
  const inner = socket as Inner;
  inner[wireKey] = wire;
  const own = Object.getPrototypeOf(socket) as object;
  if (!Object.hasOwn(own, isSimulated)) Object.setPrototypeOf(socket, prototypeOver(own));
  const timeoutMs = socket.timeout ?? 0;
  if (timeoutMs > 0) {
    // It was set by `net.connect` on a timer of Node's own, which knows no virtual time.
    net.Socket.prototype.setTimeout.call(socket, 0);
    socket.setTimeout(timeoutMs);
  }
}

/** Says whether a socket is on its way to its peer. */
export function setConnecting(socket: Socket, isConnecting: boolean): void {
  (socket as { connecting: boolean }).connecting = isConnecting;
}

// --- inside ---

const wireKey: unique symbol = Symbol("gauntlet wire");
const isSimulated: unique symbol = Symbol("gauntlet simulated");

/** What a socket has inside; the names are Node's. */
interface Inner extends Socket {
  [wireKey]: Wire;
  _server?: (Server & { _connections: number; _emitCloseIfDrained?: () => void }) | null;
  resetAndClosing?: boolean;
  timeout: number;
}

type Done = (error?: Error | null) => void;

const prototypes = new WeakMap<object, object>();

function prototypeOver(own: object): object {
  const known = prototypes.get(own);
  if (known !== undefined) return known;
  const made = Object.create(own, overrides) as object;
  prototypes.set(own, made);
  return made;
}

function whenConnected(socket: Inner, go: () => void, failed?: Done): void {
  if (!socket.connecting) return go();
  const closed = (): void => {
    const error = new Error("Socket closed before the connection was established");
    failed?.(Object.assign(error, { code: "ERR_SOCKET_CLOSED_BEFORE_CONNECTION" }));
  };
  socket.once("close", closed);
  socket.once("connect", () => {
    socket.off("close", closed);
    go();
  });
}

const methods = {
  _read(this: Inner): void {
    whenConnected(this, () => this[wireKey].read());
  },

  _write(this: Inner, chunk: Buffer | string, encoding: BufferEncoding, done: Done): void {
    // Copied, because the writer may use its buffer again as soon as it is told to go on.
    send(this, typeof chunk === "string" ? Buffer.from(chunk, encoding) : Buffer.from(chunk), done);
  },

  _writev(this: Inner, items: { chunk: Buffer | string; encoding: BufferEncoding }[], done: Done) {
    const parts = items.map(({ chunk, encoding }) =>
      typeof chunk === "string" ? Buffer.from(chunk, encoding) : chunk,
    );
    send(this, Buffer.concat(parts), done);
  },

  _final(this: Inner, done: Done): void {
    whenConnected(
      this,
      () => {
        this[wireKey].end();
        done();
      },
      () => done(),
    );
  },

  _destroy(this: Inner, error: Error | null, done: Done): void {
    setConnecting(this, false);
    this[wireKey].close(this.resetAndClosing === true);
    done(error);
    // A handle is closed in a later turn of the loop: who waited for the error hears of the close.
    process.nextTick(() => queueMicrotask(() => process.nextTick(emitClose, this, error)));
    const server = this._server;
    if (server === null || server === undefined) return;
    server._connections -= 1;
    server._emitCloseIfDrained?.();
  },

  resetAndDestroy(this: Inner): Socket {
    this.resetAndClosing = true;
    return this.destroy();
  },

  setTimeout(this: Inner, delayMs: number, callback?: () => void): Socket {
    if (this.destroyed) return this;
    this.timeout = delayMs;
    const wire = this[wireKey];
    wire.timer?.close();
    wire.timer = undefined;
    if (delayMs === 0) {
      if (callback !== undefined) this.removeListener("timeout", callback);
      return this;
    }
    const plan = { label: "socket timeout", delay: delayMs, isRef: false };
    wire.timer = new Timeout(wire.world, { ...plan, callback: () => this.emit("timeout") });
    if (callback !== undefined) this.once("timeout", callback);
    return this;
  },

  _unrefTimer(this: Inner): void {
    this[wireKey].timer?.refresh();
  },

  _getsockname(this: Inner): AddressInfo | object {
    return this[wireKey].local ?? {};
  },

  _getpeername(this: Inner): AddressInfo | object {
    return this[wireKey].remote ?? {};
  },

  setNoDelay: returnsThis,
  setKeepAlive: returnsThis,

  ref(this: Inner): Socket {
    const wire = this[wireKey];
    if (wire.isClient && !wire.isClosed) wire.world.handles?.opened(this, "socket");
    return this;
  },

  // An agent does this to a connection that it keeps for later.
  unref(this: Inner): Socket {
    this[wireKey].world.handles?.closed(this);
    return this;
  },
};

function emitClose(socket: Socket, error: Error | null | undefined): void {
  socket.emit("close", error !== null && error !== undefined);
}

function returnsThis(this: Socket): Socket {
  return this;
}

function send(socket: Inner, chunk: Buffer, done: Done): void {
  whenConnected(
    socket,
    () => {
      const wire = socket[wireKey];
      wire.bytesWritten += chunk.length;
      wire.timer?.refresh();
      wire.send(chunk, () => done());
    },
    done,
  );
}

const overrides: PropertyDescriptorMap = {
  [isSimulated]: { value: true },
  bytesRead: hidden(function bytesRead(this: Inner): number {
    return this[wireKey].bytesRead;
  }),
  _bytesDispatched: hidden(function bytesDispatched(this: Inner): number {
    return this[wireKey].bytesWritten;
  }),
  pending: hidden(function pending(this: Inner): boolean {
    return this.connecting || this[wireKey].remote === undefined;
  }),
};

for (const [name, value] of Object.entries(methods)) {
  overrides[name] = { value, writable: true, configurable: true };
}

function hidden(get: () => unknown): PropertyDescriptor {
  return { get, configurable: true };
}
