import { createHook } from "node:async_hooks";
import diagnostics from "node:diagnostics_channel";
import { syncBuiltinESMExports } from "node:module";
import { activeWorld } from "./active-world.ts";
import { imitate } from "./stand-in.ts";

/**
 * Watches the functions of Node that change a setting for the whole process. What was there before
 * is read when one is first called in a run, so that runs that call none pay nothing.
 */
export function installTouchedSettings(): void {
  for (const setting of settings) watchSetter(setting);
  watchSubscriptions();
  watchHooks();
  syncBuiltinESMExports();
}

/** Puts back what the run has set; gives the functions that set it, `dns.setServers`. */
export function putBackSettings(): readonly string[] {
  if (touched.size === 0) return noNames;
  const names = [...touched.keys()];
  for (const undo of [...touched.values()].toReversed()) undo();
  touched.clear();
  return names;
}

// --- inside ---

type AnyCall = (...args: unknown[]) => unknown;

interface Setting {
  readonly module: string;
  readonly setter: string;
  /** Reads what is set now; what it gives back sets it again. */
  readonly remember: (module: object) => (set: AnyCall) => unknown;
}

/** How to undo what was set in this run, by the name of what set it, in the order of the calls. */
const touched = new Map<string, () => void>();
const noNames: readonly string[] = [];

const settings: readonly Setting[] = [
  { module: "dns", setter: "setServers", remember: asked("getServers") },
  { module: "dns/promises", setter: "setServers", remember: asked("getServers") },
  { module: "dns", setter: "setDefaultResultOrder", remember: asked("getDefaultResultOrder") },
  {
    module: "dns/promises",
    setter: "setDefaultResultOrder",
    remember: asked("getDefaultResultOrder"),
  },
  {
    module: "net",
    setter: "setDefaultAutoSelectFamily",
    remember: asked("getDefaultAutoSelectFamily"),
  },
  {
    module: "net",
    setter: "setDefaultAutoSelectFamilyAttemptTimeout",
    remember: asked("getDefaultAutoSelectFamilyAttemptTimeout"),
  },
  { module: "stream", setter: "setDefaultHighWaterMark", remember: highWaterMarks },
  {
    module: "tls",
    setter: "setDefaultCACertificates",
    remember: (module) => {
      const before = call(module, "getCACertificates", ["default"]);
      return (set) => set(before);
    },
  },
  {
    module: "process",
    setter: "setSourceMapsEnabled",
    remember: (module) => {
      const before = Reflect.get(module, "sourceMapsEnabled") === true;
      return (set) => set(before);
    },
  },
  {
    module: "process",
    setter: "setUncaughtExceptionCaptureCallback",
    remember: () => (set) => set(null),
  },
  { module: "http", setter: "setMaxIdleHTTPParsers", remember: () => (set) => set(1_000) },
];

function asked(getter: string): Setting["remember"] {
  return (module) => {
    const before = call(module, getter, []);
    return (set) => set(before);
  };
}

/** One for bytes and one for objects. */
function highWaterMarks(module: object): (set: AnyCall) => unknown {
  const before = [false, true].map((kind) => [
    kind,
    call(module, "getDefaultHighWaterMark", [kind]),
  ]);
  return (set) => before.map((pair) => set(...pair));
}

function call(holder: object, name: string, args: readonly unknown[]): unknown {
  return Reflect.apply(Reflect.get(holder, name) as AnyCall, holder, args);
}

function watchSetter({ module: from, setter, remember }: Setting): void {
  const module: object | undefined = from === "process" ? process : loaded(from);
  const property = module && Object.getOwnPropertyDescriptor(module, setter);
  // Not every version of Node has every function.
  if (module === undefined || typeof property?.value !== "function") return;
  const real = property.value as AnyCall;
  const name = `${from}.${setter}`;
  const standIn = function (this: unknown, ...args: unknown[]): unknown {
    if (activeWorld !== undefined && !touched.has(name)) {
      const back = remember(module);
      touched.set(name, () => void back((...given) => Reflect.apply(real, module, given)));
    }
    return Reflect.apply(real, this, args);
  };
  const value = imitate(standIn, real);
  Object.defineProperty(module, setter, { ...property, value });
}

function loaded(name: string): object | undefined {
  return process.getBuiltinModule(`node:${name}`);
}

/** Whoever listens on a channel of diagnostics would hear the next run as well. */
function watchSubscriptions(): void {
  const channel = diagnostics.channel("gauntlet:watched");
  const idle = Object.getPrototypeOf(channel) as object;
  const nobody = (): void => {};
  channel.subscribe(nobody);
  const active = Object.getPrototypeOf(channel) as object;
  channel.unsubscribe(nobody);
  for (const prototype of new Set([idle, active])) {
    watchMethod(prototype, "subscribe", (self, [listener]) => {
      keep("diagnostics_channel.subscribe", () => void call(self, "unsubscribe", [listener]));
    });
    watchMethod(prototype, "bindStore", (self, [store]) => {
      keep("diagnostics_channel.bindStore", () => void call(self, "unbindStore", [store]));
    });
  }
}

/** A hook that stays enabled would hear the next run as well. */
function watchHooks(): void {
  const prototype = Object.getPrototypeOf(createHook({})) as object;
  watchMethod(prototype, "enable", (self) => {
    keep("async_hooks.createHook", () => void call(self, "disable", []));
  });
}

function keep(name: string, undo: () => void): void {
  const before = touched.get(name);
  touched.set(name, () => {
    undo();
    before?.();
  });
}

function watchMethod(
  prototype: object,
  name: string,
  onCall: (self: object, args: readonly unknown[]) => void,
): void {
  const property = Object.getOwnPropertyDescriptor(prototype, name);
  if (typeof property?.value !== "function") return;
  const real = property.value as AnyCall;
  const standIn = function (this: object, ...args: unknown[]): unknown {
    const result = Reflect.apply(real, this, args);
    if (activeWorld !== undefined) onCall(this, args);
    return result;
  };
  Object.defineProperty(prototype, name, { ...property, value: imitate(standIn, real) });
}
