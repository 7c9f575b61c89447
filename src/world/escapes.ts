import { activeWorld } from "./active-world.ts";
import { builtinPlace } from "./builtin-place.ts";
import { callerStack } from "./caller-stack.ts";
import { imitate } from "./stand-in.ts";

/** Something that left the simulated world in a run. */
export interface Escape {
  /** The class of seams that was left: `threads`, `webassembly`. */
  readonly seam: string;
  /** What was called, `worker_threads.Worker`; or the host's name for what was seen. */
  readonly call: string;
  /** The frames of the call; empty where it was seen only when it was over. */
  readonly stack: string;
}

/** Why a run is broken that left the simulated world. */
export class EscapeError extends Error {
  override readonly name: string = "EscapeError";
  constructor(message: string, stack = "") {
    super(message);
    if (stack !== "") this.stack = `EscapeError: ${message}\n${stack}`;
  }
}

/** Hears of an escape when it is called; what it gives back is thrown instead of the call. */
export type EscapeListener = (escape: Escape) => EscapeError | undefined;

/** Says who hears of escapes: the run that is on. */
export function listenToEscapes(hear: EscapeListener): void {
  listener = hear;
}

/**
 * Puts a guard before every call whose end nothing here can decide. It is noticed when it is made,
 * with the caller's line; when it ends, nobody can tell any more who began it.
 */
export function installEscapes(): void {
  for (const { seam, module, names } of escapingCalls) {
    for (const name of names.split(" ")) {
      const place = builtinPlace(module, name);
      if (typeof place?.property.value !== "function") continue;
      const { holder, key, property } = place;
      const call = `${module}.${name}`.replace("globalThis.", "");
      const value = guarded(property.value as NewableFunction, { seam, call });
      Object.defineProperty(holder, key, { ...property, value });
    }
  }
}

// --- inside ---

let listener: EscapeListener = () => undefined;

// Not here: what only answers differently on another machine or day. Code may read the number of
// processors in every run and still be decided; `uncontrolled.ts` lists those for the doctor.
const escapingCalls: readonly {
  readonly seam: string;
  readonly module: string;
  readonly names: string;
}[] = [
  { seam: "threads", module: "worker_threads", names: "Worker" },
  { seam: "threads", module: "globalThis", names: "Worker Atomics.wait Atomics.waitAsync" },
  {
    seam: "webassembly",
    module: "globalThis",
    names:
      "WebAssembly.compile WebAssembly.instantiate WebAssembly.compileStreaming " +
      "WebAssembly.instantiateStreaming",
  },
  // Behind these is everything that Node itself uses, simulated or not.
  { seam: "native", module: "globalThis", names: "process.binding process._linkedBinding" },
  { seam: "network", module: "dgram", names: "createSocket" },
  { seam: "network", module: "globalThis", names: "EventSource" },
  { seam: "files", module: "fs", names: "openAsBlob statfs" },
  { seam: "files", module: "fs/promises", names: "statfs" },
  { seam: "entropy", module: "crypto", names: "generateKey generateKeyPair generatePrime" },
];

function guarded(
  original: NewableFunction,
  { seam, call }: { readonly seam: string; readonly call: string },
): NewableFunction {
  function standIn(this: unknown, ...args: unknown[]): unknown {
    const target: unknown = new.target;
    const stack = activeWorld === undefined ? undefined : callerStack(standIn);
    const refusal = stack === undefined ? undefined : listener({ seam, call, stack });
    if (refusal !== undefined) throw refusal;
    if (target === undefined) return Reflect.apply(original, this, args);
    const made = target === standIn ? original : (target as NewableFunction);
    return Reflect.construct(original, args, made);
  }
  return imitate(standIn, original) as unknown as NewableFunction;
}
