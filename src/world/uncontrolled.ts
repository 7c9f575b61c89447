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
  { module: "os", why: load, names: "freemem loadavg uptime cpus getPriority setPriority" },
  {
    module: "os",
    why: machine,
    names: `arch availableParallelism endianness homedir hostname machine networkInterfaces platform
      release tmpdir totalmem type userInfo version`,
  },
  {
    module: "process",
    why: load,
    names: `pid ppid memoryUsage cpuUsage threadCpuUsage resourceUsage constrainedMemory
      availableMemory getActiveResourcesInfo _getActiveHandles _getActiveRequests`,
  },
  {
    module: "process",
    why: machine,
    names: `cwd env argv argv0 execPath execArgv title versions report umask getuid geteuid getgid
      getegid getgroups loadEnvFile`,
  },
  { module: "process", why: processes, names: "kill send stdin openStdin" },
  {
    module: "child_process",
    why: processes,
    names: "exec execFile execFileSync execSync fork spawn spawnSync ChildProcess _forkChild",
  },
  {
    module: "worker_threads",
    why: processes,
    names: `Worker MessageChannel MessagePort BroadcastChannel receiveMessageOnPort
      postMessageToThread moveMessagePortToContext threadId locks`,
  },
  { module: "cluster", why: processes, names: "fork setupPrimary setupMaster disconnect" },
  { module: "readline", why: processes, names: "createInterface Interface" },
  { module: "readline/promises", why: processes, names: "createInterface Interface" },
];

const fileRows: readonly Row[] = [
  {
    module: "fs",
    why: disk,
    names: `access accessSync appendFile appendFileSync chmod chmodSync chown chownSync close
      closeSync copyFile copyFileSync cp cpSync createReadStream createWriteStream exists existsSync
      fchmod fchmodSync fchown fchownSync fdatasync fdatasyncSync fstat fstatSync fsync fsyncSync
      ftruncate ftruncateSync futimes futimesSync glob globSync lchmod lchmodSync lchown lchownSync
      link linkSync lstat lstatSync lutimes lutimesSync mkdir mkdirSync mkdtemp mkdtempSync
      mkdtempDisposableSync open openSync openAsBlob openAsBlobSync opendir opendirSync read readSync
      readFile readFileSync readdir readdirSync readlink readlinkSync readv readvSync realpath
      realpathSync rename renameSync rm rmSync rmdir rmdirSync stat statSync statfs statfsSync symlink
      symlinkSync truncate truncateSync unlink unlinkSync unwatchFile utimes utimesSync watch
      watchFile write writeSync writeFile writeFileSync writev writevSync ReadStream WriteStream`,
  },
  {
    module: "fs/promises",
    why: disk,
    names: `access appendFile chmod chown copyFile cp glob lchmod lchown link lstat lutimes mkdir
      mkdtemp mkdtempDisposable open opendir readFile readdir readlink realpath rename rm rmdir stat
      statfs symlink truncate unlink utimes watch writeFile`,
  },
  // Not spelled out, so never wrapped: loading it prints a warning on some versions.
  { module: "sqlite", why: disk, names: "*" },
  {
    module: "zlib",
    why: pool,
    names: `deflate gzip deflateRaw unzip inflate gunzip inflateRaw brotliCompress brotliDecompress
      zstdCompress zstdDecompress createDeflate createInflate createDeflateRaw createInflateRaw
      createGzip createGunzip createUnzip createBrotliCompress createBrotliDecompress
      createZstdCompress createZstdDecompress Deflate Inflate Gzip Gunzip DeflateRaw InflateRaw Unzip
      BrotliCompress BrotliDecompress ZstdCompress ZstdDecompress`,
  },
];

const dnsNames = `lookup lookupService resolve resolve4 resolve6 resolveAny resolveCaa resolveCname
  resolveMx resolveNaptr resolveNs resolvePtr resolveSoa resolveSrv resolveTlsa resolveTxt reverse
  getServers Resolver`;

const networkRows: readonly Row[] = [
  { module: "dns", why: network, names: dnsNames },
  { module: "dns/promises", why: network, names: dnsNames },
  { module: "net", why: network, names: "connect createConnection createServer Server Socket" },
  { module: "tls", why: network, names: "connect createServer Server TLSSocket" },
  { module: "dgram", why: network, names: "createSocket Socket" },
  { module: "http", why: network, names: "get request createServer Server ClientRequest Agent" },
  { module: "https", why: network, names: "get request createServer Server Agent" },
  { module: "http2", why: network, names: "connect createServer createSecureServer" },
  { module: "globalThis", why: network, names: "fetch WebSocket EventSource" },
];

const cryptoRows: readonly Row[] = [
  {
    module: "crypto",
    why: keys,
    names: `generateKey generateKeySync generateKeyPair generateKeyPairSync generatePrime
      generatePrimeSync checkPrime checkPrimeSync createDiffieHellman createDiffieHellmanGroup
      getDiffieHellman createECDH createSign sign publicEncrypt encapsulate`,
  },
  { module: "crypto", why: pool, names: "scrypt pbkdf2 hkdf argon2" },
  { module: "crypto", why: load, names: "secureHeapUsed" },
  {
    module: "globalThis",
    why: pool,
    names: `SubtleCrypto.prototype.generateKey SubtleCrypto.prototype.encrypt
      SubtleCrypto.prototype.decrypt SubtleCrypto.prototype.sign SubtleCrypto.prototype.verify
      SubtleCrypto.prototype.digest SubtleCrypto.prototype.deriveBits
      SubtleCrypto.prototype.deriveKey SubtleCrypto.prototype.importKey
      SubtleCrypto.prototype.exportKey SubtleCrypto.prototype.wrapKey
      SubtleCrypto.prototype.unwrapKey CompressionStream DecompressionStream
      Blob.prototype.arrayBuffer Blob.prototype.text Blob.prototype.stream WebAssembly.compile
      WebAssembly.instantiate`,
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
  { module: "globalThis", why: processes, names: "MessageChannel BroadcastChannel Worker" },
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
  {
    module: "globalThis",
    why: machine,
    names: "Intl.DateTimeFormat.prototype.resolvedOptions Date.prototype.getTimezoneOffset",
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
