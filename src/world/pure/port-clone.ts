import { MessageChannel, receiveMessageOnPort } from "node:worker_threads";

/** What a posted value became on the other side. */
export interface Cloned {
  readonly data: unknown;
  /** The simulated ports that were found in the value, in order. */
  readonly ports: readonly object[];
}

/** How simulated ports are told and moved. */
export interface PortMover {
  isPort(value: unknown): boolean;
  /** Gives the end of a transferred port to a new object. */
  move(port: object): object;
}

/**
 * Clones the arguments of a `postMessage` by sending them through a real channel and taking them
 * out at once: what can be cloned, what is transferred and what is refused is then Node's own.
 */
export function cloneMessage(args: readonly unknown[], mover: PortMover): Cloned {
  const transfer = transferOf(args[1]);
  const moved = transfer?.filter((item) => mover.isPort(item)) ?? [];
  const found = new Set<object>();
  walk(args[0], (value) => {
    if (!mover.isPort(value)) return undefined;
    found.add(value);
    return value;
  });
  // A port that stays behind cannot be cloned: let Node say so, about a port of its own.
  if ([...found].some((port) => !moved.includes(port))) throughChannel([carrier().port2]);
  if (moved.length === 0) return { data: throughChannel(args), ports: [] };
  return cloneWithPorts(args, moved as object[], mover);
}

// --- inside ---

/** Stands for a port inside a value while that is cloned; no user has a key like it. */
const markKey = "\u0000gauntlet-port";

const Real = MessageChannel;
const receive = receiveMessageOnPort;
let realChannel: MessageChannel | undefined;

function carrier(): MessageChannel {
  realChannel ??= new Real();
  return realChannel;
}

function throughChannel(args: readonly unknown[]): unknown {
  const { port1, port2 } = carrier();
  Reflect.apply(port1.postMessage, port1, args);
  const received = receive(port2);
  return received?.message;
}

function transferOf(given: unknown): readonly unknown[] | undefined {
  const list: unknown = Array.isArray(given) ? given : Reflect.get(Object(given), "transfer");
  return Array.isArray(list) ? list : undefined;
}

function cloneWithPorts(args: readonly unknown[], moved: object[], mover: PortMover): Cloned {
  if (new Set(moved).size < moved.length) {
    throw new DOMException("Transfer list contains duplicate port", "DataCloneError");
  }
  const rest = transferOf(args[1])?.filter((item) => !mover.isPort(item)) ?? [];
  for (const [index, port] of moved.entries()) {
    Object.defineProperty(port, markKey, { value: index, enumerable: true, configurable: true });
  }
  let data: unknown;
  try {
    data = throughChannel([{ value: args[0] }, rest]);
  } finally {
    for (const port of moved) Reflect.deleteProperty(port, markKey);
  }
  const ports = moved.map((port) => mover.move(port));
  const replaced = walk(data, (value) => {
    const index: unknown = Object.hasOwn(value, markKey) ? Reflect.get(value, markKey) : undefined;
    return typeof index === "number" ? ports[index] : undefined;
  });
  return { data: Reflect.get(Object(replaced), "value"), ports };
}

/** Visits the objects of a graph; what `visit` gives takes their place, and is not entered. */
function walk(root: unknown, visit: (value: object) => object | undefined): unknown {
  const seen = new Set<object>();
  const enter = (value: unknown): unknown => {
    if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return value;
    const other = visit(value);
    if (other !== undefined) return other;
    if (seen.has(value)) return value;
    seen.add(value);
    if (value instanceof Map) enterMap(value, enter);
    else if (value instanceof Set) enterSet(value, enter);
    else enterObject(value, enter);
    return value;
  };
  return enter(root);
}

type Enter = (value: unknown) => unknown;

function enterMap(map: Map<unknown, unknown>, enter: Enter): void {
  const before = [...map];
  const after = before.map(([key, value]) => [enter(key), enter(value)] as const);
  const isSame = after.every(
    ([key, value], at) => key === before[at]?.[0] && value === before[at]?.[1],
  );
  if (isSame) return;
  map.clear();
  for (const [key, value] of after) map.set(key, value);
}

function enterSet(set: Set<unknown>, enter: Enter): void {
  const before = [...set];
  const after = before.map(enter);
  if (after.every((value, at) => value === before[at])) return;
  set.clear();
  for (const value of after) set.add(value);
}

function enterObject(object: object, enter: Enter): void {
  for (const key of Object.keys(object)) {
    // A getter would be called a second time by the clone, and might have an effect.
    const property = Object.getOwnPropertyDescriptor(object, key);
    if (property === undefined || !("value" in property)) continue;
    const after = enter(property.value);
    if (after !== property.value) Reflect.set(object, key, after);
  }
}
