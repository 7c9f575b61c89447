import { type BuiltinRow, refused } from "./builtin-row.ts";

const memory = "depends on when memory is collected";
const ofProcess = "changes this process, in later runs too";

const debug = {
  seam: "native",
  why: "opens a debugger, which can do everything in this process",
  instead: "use `gauntlet replay --inspect`",
};

/** The engine, its debugger, and test runners. */
export const engineRows: readonly BuiltinRow[] = [
  {
    module: "v8",
    is: "varies",
    why: memory,
    names: `getHeapStatistics getHeapSpaceStatistics getHeapCodeStatistics getCppHeapStatistics
      getHeapSnapshot queryObjects GCProfiler startCpuProfile startHeapProfile`,
  },
  refused({
    module: "v8",
    seam: "files",
    why: "writes a file, or has one written later",
    instead: "measure outside of the run",
    names: `writeHeapSnapshot setHeapSnapshotNearHeapLimit setHeapProfileNearHeapLimit takeCoverage
      stopCoverage`,
    isOutside: true,
  }),
  refused({
    module: "v8",
    seam: "native",
    why: "changes the engine of this process",
    instead: "give the flag to Node where the program starts",
    names: "setFlagsFromString",
  }),
  {
    module: "v8",
    is: "pure",
    names: `DefaultDeserializer DefaultSerializer Deserializer Serializer cachedDataVersionTag
      deserialize isStringOneByteRepresentation promiseHooks serialize startupSnapshot`,
  },
  { module: "vm", is: "varies", why: memory, names: "measureMemory" },
  {
    module: "vm",
    is: "varies",
    why: "a context has a clock and a Math.random of its own",
    names: "createContext runInNewContext",
  },
  {
    module: "vm",
    is: "pure",
    names: "Script compileFunction createScript isContext runInContext runInThisContext constants",
  },
  {
    module: "async_hooks",
    is: "varies",
    why: "counts everything that ever happened in the process",
    names: "executionAsyncId triggerAsyncId",
  },
  {
    module: "async_hooks",
    is: "simulated",
    names: "AsyncLocalStorage.prototype.run AsyncLocalStorage.prototype.enterWith",
  },
  {
    module: "async_hooks",
    is: "pure",
    names: "AsyncLocalStorage AsyncResource createHook executionAsyncResource",
  },
  refused({ ...debug, module: "inspector", names: "close Session" }),
  refused({ ...debug, module: "inspector", names: "open waitForDebugger", isOutside: true }),
  {
    module: "inspector",
    is: "pure",
    names: "url console Network NetworkResources DOMStorage",
  },
  refused({ ...debug, module: "inspector/promises", names: "close Session" }),
  refused({
    ...debug,
    module: "inspector/promises",
    names: "open waitForDebugger",
    isOutside: true,
  }),
  {
    module: "inspector/promises",
    is: "pure",
    names: "url console Network NetworkResources DOMStorage",
  },
  refused({
    module: "ffi",
    seam: "native",
    why: "calls native code and reads and writes memory",
    instead: "pass the work in, and give the test a fake",
    names: "*",
  }),
  {
    module: "test",
    is: "varies",
    why: "runs tests by the host's clock and event loop",
    names: "*",
  },
  {
    module: "test",
    is: "simulated",
    through: "child_process.ChildProcess.prototype.spawn",
    names: "run",
  },
  { module: "test", is: "pure", names: "mock assert" },
  { module: "vfs", is: "varies", why: ofProcess, names: "*" },
];
