/** Something in Node that may answer differently each time and is not simulated. */
export interface UncontrolledBuiltin {
  /** The builtin's name without `node:`, or `globalThis`. */
  readonly module: string;
  /** The export, with dots into it; `*` is the whole module. */
  readonly name: string;
  /** What makes it vary, to be read by a user. */
  readonly why: string;
}

interface Row {
  readonly module: string;
  readonly why: string;
  readonly names: string;
}

const keys = "makes a key or a signature from the host's entropy";
const pool = "finishes when a thread of the host's pool does";
const machine = "differs between machines";
const load = "differs with the load of the machine and the process";
const disk = "reads or changes the host's files";
const network = "talks to the host's network";
const processes = "talks to another process or thread";
const timing = "uses the host's clock or event loop from inside Node";
const memory = "depends on when memory is collected";

const hostRows: readonly Row[] = [
  // Everything else of these is the same on every machine: see `machine/`.
  { module: "os", why: machine, names: "arch endianness machine platform type" },
  {
    module: "process",
    why: load,
    names: "getActiveResourcesInfo _getActiveHandles _getActiveRequests",
  },
  { module: "process", why: machine, names: "versions report" },
  { module: "process", why: processes, names: "send stdin openStdin" },
  {
    module: "worker_threads",
    why: processes,
    names: "Worker postMessageToThread moveMessagePortToContext threadId locks",
  },
  { module: "cluster", why: processes, names: "fork setupPrimary setupMaster disconnect" },
];

const fileRows: readonly Row[] = [
  // Everything else of these is simulated.
  {
    module: "fs",
    why: disk,
    names: "glob globSync openAsBlob openAsBlobSync statfs statfsSync unwatchFile",
  },
  { module: "fs/promises", why: disk, names: "glob statfs" },
  // Not spelled out, so never wrapped: loading it prints a warning on some versions.
  { module: "sqlite", why: disk, names: "*" },
];

const networkRows: readonly Row[] = [
  { module: "dgram", why: network, names: "createSocket Socket" },
  { module: "http2", why: network, names: "connect createServer createSecureServer" },
  { module: "globalThis", why: network, names: "EventSource" },
];

const cryptoRows: readonly Row[] = [
  {
    module: "crypto",
    why: keys,
    names: `generateKey generateKeySync generateKeyPair generateKeyPairSync generatePrime
      generatePrimeSync createDiffieHellman createDiffieHellmanGroup
      getDiffieHellman createECDH createSign sign publicEncrypt encapsulate`,
  },
  { module: "crypto", why: load, names: "secureHeapUsed" },
  // They complete when decided; key pairs, RSA-OAEP, RSA-PSS and ECDSA still take real entropy.
  {
    module: "globalThis",
    why: keys,
    names: `SubtleCrypto.prototype.generateKey SubtleCrypto.prototype.encrypt
      SubtleCrypto.prototype.sign SubtleCrypto.prototype.wrapKey`,
  },
  {
    module: "globalThis",
    why: pool,
    names: `WebAssembly.compile WebAssembly.instantiate WebAssembly.compileStreaming
      WebAssembly.instantiateStreaming`,
  },
];

const engineRows: readonly Row[] = [
  {
    module: "perf_hooks",
    why: timing,
    names: `performance.eventLoopUtilization performance.timerify performance.nodeTiming
      eventLoopUtilization timerify monitorEventLoopDelay PerformanceObserver`,
  },
  { module: "timers", why: timing, names: "enroll unenroll active _unrefActive" },
  { module: "util", why: timing, names: "debounce throttle" },
  { module: "globalThis", why: timing, names: "Atomics.wait Atomics.waitAsync" },
  { module: "globalThis", why: processes, names: "Worker" },
  { module: "globalThis", why: memory, names: "FinalizationRegistry WeakRef.prototype.deref" },
  {
    module: "v8",
    why: memory,
    names: `getHeapStatistics getHeapSpaceStatistics getHeapCodeStatistics getCppHeapStatistics
      getHeapSnapshot writeHeapSnapshot queryObjects GCProfiler`,
  },
  { module: "vm", why: memory, names: "measureMemory" },
  {
    module: "vm",
    why: "a context has a clock and a Math.random of its own",
    names: "createContext runInNewContext",
  },
  {
    module: "async_hooks",
    why: "counts everything that ever happened in the process",
    names: "executionAsyncId triggerAsyncId",
  },
];

/**
 * What a run can still vary by in this version. `doctor` watches these to name the cause when one
 * seed gives two results; a name leaves the list on the day it is simulated.
 */
export const uncontrolledBuiltins: readonly UncontrolledBuiltin[] = [
  ...hostRows,
  ...fileRows,
  ...networkRows,
  ...cryptoRows,
  ...engineRows,
].flatMap(({ module, names, why }) =>
  names
    .trim()
    .split(/\s+/)
    .map((name) => ({ module, name, why })),
);
