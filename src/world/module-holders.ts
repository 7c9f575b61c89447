import http from "node:http";
import https from "node:https";
import Module from "node:module";
import util from "node:util";
import type { BuiltinHolder } from "./builtin-holders.ts";
import { isObject } from "./builtin-place.ts";

/**
 * What the modules of Node share with all code: their functions, the classes among them, and the
 * settings that lie in plain properties. Only of modules that are loaded: the others cannot have
 * been changed, and some cost much to load.
 */
export function moduleHolders(): readonly BuiltinHolder[] {
  const holders: BuiltinHolder[] = [];
  const seen = new Set<unknown>();
  const add = (name: string, object: unknown, how: How = {}): void => {
    if (!isObject(object) || seen.has(object)) return;
    seen.add(object);
    const left: ReadonlySet<PropertyKey> = new Set([
      ...(how.except ?? []),
      ...(typeof object === "function" ? ofEveryFunction : []),
    ]);
    holders.push({
      name,
      object,
      isInherited: false,
      isWhole: true,
      isClosed: how.isClosed === true,
      isSeldom: how.isSeldom === true,
      except: left,
    });
  };
  for (const name of loadedModules()) {
    const module: unknown = process.getBuiltinModule(`node:${name}`);
    const isSeldom = !changedOften.has(name);
    add(name, module, { isSeldom });
    for (const [key, value] of functionsIn(module)) {
      if (ownKeysOf(value).length > plainKeysMax) add(`${name}.${key}`, value, { isSeldom });
      const prototype: unknown = Reflect.get(value, "prototype");
      if (ownKeysOf(prototype).length > 1) add(`${name}.${key}.prototype`, prototype, seldom);
    }
  }
  add("util.inspect.defaultOptions", util.inspect.defaultOptions, small);
  add("util.inspect.styles", util.inspect.styles, small);
  add("util.inspect.colors", util.inspect.colors, small);
  for (const [name, agent] of [
    ["http.globalAgent", http.globalAgent],
    ["https.globalAgent", https.globalAgent],
  ] as const) {
    add(name, agent, { except: ["_events", "_eventsCount", "totalSocketCount"] });
    add(`${name}.options`, Reflect.get(agent, "options"), small);
  }
  add("Module._extensions", Reflect.get(Module, "_extensions"), small);
  add("Module.globalPaths", Reflect.get(Module, "globalPaths"), small);
  add("process.argv", process.argv, small);
  add("process.execArgv", process.execArgv, small);
  return holders;
}

/** How many of these modules are loaded; more of them are more to look at. */
export function loadedCount(): number {
  return loadedModules().length;
}

// --- inside ---

/** Left out are those that warn or change something when they are loaded, and those of tools. */
const moduleNames: readonly string[] = (
  "assert async_hooks buffer child_process console crypto dgram diagnostics_channel dns " +
  "dns/promises events fs fs/promises http http2 https module net os path path/win32 perf_hooks " +
  "querystring readline readline/promises stream stream/consumers stream/promises stream/web " +
  "string_decoder timers timers/promises tls tty url util util/types v8 vm worker_threads zlib"
).split(" ");

/** What tests like to put stand-ins into: looked at after every run, and the rest now and then. */
const changedOften: ReadonlySet<string> = new Set(
  "child_process crypto dns events fs fs/promises http https net os path timers url util".split(
    " ",
  ),
);

/** How an object is watched. */
interface How {
  readonly except?: readonly string[];
  readonly isClosed?: boolean;
  readonly isSeldom?: boolean;
}

const seldom: How = { isSeldom: true };

/** Few keys, so that looking for new ones costs little. */
const small: How = { isClosed: true };

/** Nobody changes these, and the engine makes them up each time. */
const ofEveryFunction = ["length", "name", "prototype", "arguments", "caller"];

/** So many keys has a function that has none of its own: `length`, `name` and `prototype`. */
const plainKeysMax = 3;

function loadedModules(): readonly string[] {
  const list: unknown = Reflect.get(process, "moduleLoadList");
  if (!Array.isArray(list)) return moduleNames;
  const loaded = new Set<unknown>(list);
  return moduleNames.filter((name) => loaded.has(`NativeModule ${name}`));
}

function functionsIn(module: unknown): readonly (readonly [string, object])[] {
  return ownKeysOf(module).flatMap((key): (readonly [string, object])[] => {
    const value: unknown = Object.getOwnPropertyDescriptor(module, key)?.value;
    return typeof value === "function" ? [[String(key), value]] : [];
  });
}

function ownKeysOf(object: unknown): readonly PropertyKey[] {
  return isObject(object) ? Reflect.ownKeys(object) : [];
}
