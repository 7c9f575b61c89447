import type { EmscriptenModule, EmscriptenOptions } from "./pglite.ts";
import type { PostgresClock } from "./postgres-clock.ts";

/** What Postgres is to take from us instead of from the machine. */
export interface RunImports {
  readonly clock: PostgresClock;
  /** Whether a library may be loaded now: in a run it would be there for all later ones. */
  mayLoad(): boolean;
}

/**
 * Lets an instance take its time and its chance from a clock of ours. The imports of a WebAssembly
 * module and its devices are the only ways by which it can learn of either.
 */
export function withImports(options: EmscriptenOptions, ours: RunImports): EmscriptenOptions {
  const { instantiateWasm, preRun } = options;
  return {
    ...options,
    instantiateWasm: (imports, onDone) => instantiateWasm(replaced(imports, ours), onDone),
    preRun: [...preRun, (module) => replaceChance(module, ours.clock)],
  };
}

// --- inside ---

type Import = (...args: number[]) => unknown;

function replaced(given: WasmImports, { clock, mayLoad }: RunImports): WasmImports {
  const { env, wasi_snapshot_preview1: wasi } = given;
  const { memory, __syscall_poll: poll, _dlopen_js: load } = env as unknown as KnownImports;
  const standIns = {
    emscripten_date_now: () => clock.readUs() / 1_000,
    emscripten_get_now: () => clock.readUs() / 1_000,
    // Time limits of statements are no part of it: nothing takes long in virtual time.
    _setitimer_js: () => 0,
    __syscall_poll: (fds: number, count: number, timeoutMs: number) => {
      const ready = poll(fds, count, timeoutMs);
      if (ready === 0 && timeoutMs > 0) clock.sleep(timeoutMs);
      return ready;
    },
    _dlopen_js: (handle: number) => (mayLoad() ? load(handle) : 0),
  };
  const wasiStandIns = {
    clock_time_get: (_clock: number, _precision: bigint, at: number) => {
      new DataView(memory.buffer).setBigInt64(at, BigInt(clock.readUs()) * 1_000n, true);
      return 0;
    },
    random_get: (at: number, size: number) => {
      clock.fillBytes(new Uint8Array(memory.buffer, at, size));
      return 0;
    },
  };
  return {
    ...given,
    env: { ...env, ...standIns },
    wasi_snapshot_preview1: { ...wasi, ...wasiStandIns },
  };
}

type WasmImports = Parameters<EmscriptenOptions["instantiateWasm"]>[0];

interface KnownImports {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly __syscall_poll: Import;
  readonly _dlopen_js: Import;
}

/** Emscripten's own devices keep bytes for later, which would be another run. */
function replaceChance({ FS }: EmscriptenModule, clock: PostgresClock): void {
  const device = FS.makedev(64, 1);
  FS.registerDevice(device, {
    open: () => {},
    close: () => {},
    read: (_stream: unknown, bytes: Uint8Array, offset: number, length: number) => {
      clock.fillBytes(bytes.subarray(offset, offset + length));
      return length;
    },
    write: (_stream: unknown, _bytes: unknown, _offset: number, length: number) => length,
  });
  for (const path of ["/dev/random", "/dev/urandom"]) {
    FS.unlink(path);
    FS.mkdev(path, device);
  }
}
