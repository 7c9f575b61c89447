import Module from "node:module";
import { expect, test } from "vitest";
import { ModuleCacheWatch } from "./module-cache-watch.ts";

const cache = Reflect.get(Module, "_cache") as Record<string, NodeJS.Module | undefined>;

test("a loaded module that was taken out is put back", () => {
  const file = "/cache-watch/loaded.js";
  const module = Object.assign(new Module(file), { loaded: true });
  cache[file] = module;
  const watch = new ModuleCacheWatch();
  watch.settle();
  delete cache[file];
  expect(watch.putBack()).toBe(true);
  expect(cache[file]).toBe(module);
  delete cache[file];
});

test("one that failed to load is not put back: the next run would get what is half made", () => {
  const file = "/cache-watch/failed.js";
  cache[file] = new Module(file);
  const watch = new ModuleCacheWatch();
  watch.settle();
  delete cache[file];
  expect(watch.putBack()).toBe(false);
  expect(cache[file]).toBeUndefined();
});
