import type { Fault, SeamCall } from "./fault.ts";
import { changeAnswer, onSettled, unchanged } from "./change-answer.ts";
import { type FaultPlan, type Hit, makeFault, type SeamOptions } from "./make-fault.ts";
import { isPathMeant, type Pattern, patternText } from "./pattern.ts";
import { infoOf } from "./fault-target.ts";
import { keptOf } from "./results.ts";
import { beginLater } from "./timing.ts";
import { isSized, firstOf } from "./value-spots.ts";

/** Which files a fault is about. */
export interface PathOptions extends SeamOptions {
  /** The path, in which `*` stands for anything; a relative one is about the end of the path. */
  readonly path?: Pattern;
}

/** A kind of work on a file that is a seam of the world. */
export type FileWork = "open" | "read" | "write" | "sync" | "meta";

/** Writes fail with ENOSPC. */
export function diskFull(options?: PathOptions): Fault {
  return makeFault({
    ...filePlan("diskFull", "write", options),
    strike: (hit) => hit.fail(hit.error(undefined, { code: "ENOSPC", syscall: "write" })),
  });
}

/** Opening fails with EACCES, or another kind of work that `on` names. */
export function permissionDenied(options?: PathOptions & { readonly on?: FileWork }): Fault {
  return failing("permissionDenied", "EACCES", { on: "open", ...options });
}

/** Reading fails with EIO, or another kind of work that `on` names. */
export function ioError(options?: PathOptions & { readonly on?: FileWork }): Fault {
  return failing("ioError", "EIO", { on: "read", ...options });
}

/** Only the first part of the data is written; with `code`, the write then fails. */
export function partialWrite(
  options?: PathOptions & { readonly fraction?: number; readonly code?: string },
): Fault {
  return makeFault({
    ...filePlan("partialWrite", "write", options),
    strike: (hit) => {
      const { code, fraction } = options ?? {};
      const facts = { code: code ?? "EIO", syscall: "write" };
      const error = code === undefined ? undefined : hit.error(undefined, facts);
      const short = shortened(hit, fraction);
      if (short === undefined) return hit.call.proceed();
      hit.fire(short.detail);
      const answer = hit.call.proceed(short.args);
      if (error === undefined) return answer;
      return onSettled(answer, () => {
        throw error;
      });
    },
  });
}

/** Only the first part of what was asked for is read. */
export function partialRead(options?: PathOptions & { readonly fraction?: number }): Fault {
  return makeFault({
    ...filePlan("partialRead", "read", options),
    strike: (hit) =>
      changeAnswer(hit, (value) => {
        const { fraction } = options ?? {};
        const length = isSized(value) ? value.length : value;
        if (typeof length !== "number" || length < 2) return unchanged;
        // Nothing would say that the file ends here, which a short read does not. And who reads on
        // to the end needs some dozens of reads, not one for each byte.
        const kept = Math.max(Math.ceil(length / shortReadsMax), keptOf(length, hit, fraction));
        return isSized(value) ? firstOf(value, kept) : kept;
      }),
  });
}

/** Work on files takes `ms` longer: writing, or what `on` names. */
export function slowDisk(
  options?: PathOptions & { readonly ms?: number; readonly on?: FileWork },
): Fault {
  const { ms = 1_000, on = "write" } = options ?? {};
  return makeFault({
    ...filePlan(`slowDisk ${on}`, on, options),
    strike: (hit) => beginLater(hit, ms),
  });
}

/** An fsync says that it worked and does nothing, so a crash loses what it should have kept. */
export function lostSync(options?: PathOptions): Fault {
  return makeFault({
    ...filePlan("lostSync", "sync", options),
    strike: ({ fire, answersLater }) => {
      fire();
      return answersLater ? Promise.resolve() : undefined;
    },
  });
}

// --- inside ---

/** A short read gives at least one part in so many. */
const shortReadsMax = 16;

function filePlan(
  kind: string,
  work: FileWork,
  options: PathOptions | undefined,
): FaultPlan<undefined> {
  return {
    kind,
    seam: `world:fs.${work}`,
    options,
    target: patternText(options?.path) ?? "",
    matches: ({ args }: SeamCall) => isPathMeant(options?.path, infoOf(args)["path"]),
  };
}

function failing(
  kind: string,
  code: string,
  options: PathOptions & { readonly on: FileWork },
): Fault {
  return makeFault({
    ...filePlan(`${kind} ${options.on}`, options.on, options),
    strike: (hit) => {
      const { path, operation } = infoOf(hit.call.args);
      const verb = typeof operation === "string" ? operation.replace(/Sync$/, "") : "stat";
      const syscall = { open: "open", read: "read", write: "write", sync: "fsync", meta: verb };
      // Node names the path where the call has one, and not where it has a descriptor.
      const isByPath = options.on === "open" || options.on === "meta";
      const named = isByPath && typeof path === "string" ? path : undefined;
      return hit.fail(hit.error(undefined, { code, syscall: syscall[options.on], path: named }));
    },
  });
}

interface Shortened {
  readonly args: readonly unknown[];
  readonly detail: string;
}

// The data is `data` of the first argument, or an argument of its own.
function shortened<S>(hit: Hit<S>, fraction: number | undefined): Shortened | undefined {
  const { args } = hit.call;
  const info = infoOf(args);
  const at = isSized(info["data"]) ? 0 : args.findIndex((arg, index) => index > 0 && isSized(arg));
  const data = at === 0 ? info["data"] : args[at];
  if (!isSized(data) || data.length < 2) return undefined;
  // Something is always written: a caller that writes the rest until nothing is left must end.
  const kept = Math.max(1, keptOf(data.length, hit, fraction));
  const short = firstOf(data, kept);
  return {
    args: args.with(at, at === 0 ? { ...info, data: short } : short),
    detail: `${kept} of ${data.length}`,
  };
}
