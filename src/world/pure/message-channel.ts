import threads from "node:worker_threads";
import { activeWorld } from "../active-world.ts";
import { idleWorld } from "../loading/idle-world.ts";
import type { SimWorld } from "../sim-world.ts";
import { type AnyFunction, imitate, replaceFunction, replaceValue } from "../stand-in.ts";
import { replaceGlobalClass } from "./global-class.ts";
import { cloneMessage, type PortMover } from "./port-clone.ts";
import { type PortDelivery, PortState } from "./port-state.ts";

/**
 * Simulates the channels that a run makes. A simulated port has the real prototype and so the
 * events, `onmessage` and checks of Node; only sending, starting and closing are ours.
 */
export function installMessageChannel(): void {
  const standIn = imitate(SimMessageChannel, RealChannel);
  replaceValue(RealChannel.prototype, "constructor", standIn);
  replaceValue(threads, "MessageChannel", standIn);
  replaceGlobalClass("MessageChannel", standIn);
  for (const [name, method] of Object.entries(methods)) installMethod(name, method);
  const { receiveMessageOnPort } = threads;
  replaceFunction(threads, "receiveMessageOnPort", (port: threads.MessagePort) => {
    const state = states.get(port);
    if (state === undefined) return receiveMessageOnPort(port);
    const message = state.take();
    return message && { message: message.data };
  });
}

// --- inside ---

const RealChannel = threads.MessageChannel;
const { prototype } = threads.MessagePort;
/** The class between `EventTarget` and `MessagePort`, which makes a port without a handle. */
const Target = Object.getPrototypeOf(threads.MessagePort) as NewableFunction;
const hybridDispatch = Symbol.for("nodejs.internal.kHybridDispatch");
const receivingPorts = Symbol.for("nodejs.internal.kCurrentlyReceivingPorts");
const states = new WeakMap<object, PortState>();

function SimMessageChannel(): unknown {
  const target: unknown = new.target;
  const world = activeWorld ?? idleWorld();
  if (world === undefined || target === undefined) {
    return target === undefined ? Reflect.apply(RealChannel, undefined, []) : new RealChannel();
  }
  const [one, two] = [new PortState(world, delivery), new PortState(world, delivery)];
  one.peer = two;
  two.peer = one;
  const channel: object = Object.create((target as { readonly prototype: object }).prototype);
  return Object.assign(channel, { port1: portFor(one), port2: portFor(two) });
}

function portFor(state: PortState): object {
  const port: object = Reflect.construct(Target, [], threads.MessagePort);
  state.holder = port;
  states.set(port, state);
  onListeners(port, "kNewListener", (count) => {
    if (count !== 1) return;
    state.isRef = true;
    state.start();
  });
  onListeners(port, "kRemoveListener", (count) => {
    if (count !== 0) return;
    state.isRef = false;
    state.stop();
  });
  Object.defineProperty(port, receivingPorts, { value: undefined, writable: true });
  return port;
}

/** Node tells a target of its listeners by methods under private symbols. */
function onListeners(port: object, name: string, react: (count: number) => void): void {
  const symbol = Object.getOwnPropertySymbols(EventTarget.prototype).find(
    ({ description }) => description === name,
  );
  if (symbol === undefined) return;
  const inherited = Reflect.get(port, symbol) as AnyFunction;
  const value = function told(this: unknown, ...args: never[]): unknown {
    if ((args as unknown[])[1] === "message") react(args[0] ?? 0);
    return Reflect.apply(inherited, this, args);
  };
  Object.defineProperty(port, symbol, { value, writable: true, configurable: true });
}

const delivery: PortDelivery = {
  message(port, { data, ports }) {
    Reflect.set(port, receivingPorts, ports);
    (Reflect.get(port, hybridDispatch) as AnyFunction).apply(port, [data, "message"] as never[]);
  },
  close(port) {
    (port as EventTarget).dispatchEvent(new Event("close"));
  },
};

const mover: PortMover = {
  isPort: (value) => states.has(Object(value)),
  move(port) {
    const state = states.get(port);
    states.set(port, new PortState((activeWorld ?? idleWorld()) as SimWorld, delivery));
    state?.stop();
    return state === undefined ? port : portFor(state);
  },
};

type Method = (state: PortState, args: readonly unknown[], port: object) => unknown;

const methods: Readonly<Record<string, Method>> = {
  postMessage(state, args, port) {
    const transfer: unknown = Array.isArray(args[1])
      ? args[1]
      : Reflect.get(Object(args[1]), "transfer");
    if (Array.isArray(transfer) && transfer.includes(port)) {
      throw new DOMException("Transfer list contains source port", "DataCloneError");
    }
    const message = cloneMessage(args, mover);
    if (!state.isClosed) state.peer?.receive(message);
    return true;
  },
  start: (state) => state.start(),
  close(state, args, port) {
    if (typeof args[0] === "function") {
      (port as threads.MessagePort).once("close", args[0] as () => void);
    }
    state.close();
  },
  ref(state) {
    state.isRef = true;
  },
  unref(state) {
    state.isRef = false;
  },
  hasRef: (state) => (state.isClosed ? undefined : state.isRef),
};

function installMethod(name: string, method: Method): void {
  const original = Reflect.get(prototype, name) as AnyFunction;
  replaceFunction(prototype, name, function standIn(this: object, ...args: unknown[]): unknown {
    const state = states.get(this);
    if (state === undefined) return Reflect.apply(original, this, args as never[]);
    return method(state, args, this);
  });
}
