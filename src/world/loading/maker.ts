import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { ownModule } from "../own-modules.ts";
import type { AnyFunction } from "../stand-in.ts";

/** Whose code made something outside of any run. */
export interface Maker {
  /** The package that was being loaded; undefined where no frame tells. */
  readonly packageName: string | undefined;
  /** That package and those that required it. */
  readonly packages: readonly string[];
  /** Its line: `node_modules/pkg/index.js:3`; "" where no frame tells. */
  readonly place: string;
}

/**
 * Who calls, outside of any run; undefined where it is Gauntlet itself. The line is that of the
 * module that was being loaded, not that of a package it calls: `inline` must name the former.
 */
export function callingMaker(below: AnyFunction): Maker | undefined {
  return makerIn(sitesAbove(below).map(frameOf));
}

/** A frame of a stack: its file, or undefined where it has none, and its line. */
export interface MakerFrame {
  readonly file: string | undefined;
  readonly line: number;
}

/** The same for frames that are known, innermost first. */
export function makerIn(frames: readonly MakerFrame[]): Maker | undefined {
  let found: { readonly file: string; readonly line: number } | undefined;
  let isLoaded = false;
  const packages = new Set<string>();
  for (const { file, line } of frames) {
    if (file === undefined || file.startsWith("node:")) {
      // What follows is the module that asked for this one.
      if (found !== undefined && file?.startsWith(loaderFiles) === true) isLoaded = true;
      continue;
    }
    const own = ownModule(file, line);
    if (own !== undefined && isStandIn(own)) continue;
    if (own !== undefined) {
      if (found === undefined) return undefined;
      break;
    }
    if (!isLoaded) found = { file, line };
    else keep(packages, installedPackage(file));
  }
  if (found === undefined) return unknownMaker;
  const packageName = installedPackage(found.file) ?? linkedPackage(path.dirname(found.file));
  const place = `${shownPath(found.file)}:${found.line}`;
  const first = packageName === undefined ? [] : [packageName];
  return { packageName, packages: [...new Set([...first, ...packages])], place };
}

/** Something that no frame of a package led to: a callback that Node itself calls. */
export const unknownMaker: Maker = { packageName: undefined, packages: [], place: "" };

// --- inside ---

/** Deep enough to leave Node's own frames behind, which are many for streams and requests. */
const framesMax = 50;
const loaderFiles = "node:internal/modules/";
/** The parts of the world that act on the machine for themselves; the others only pass calls on. */
const acting = /^world\/(host|workers|wires)\//;

function isStandIn(module: string): boolean {
  return module.startsWith("world/") && !acting.test(module);
}

function sitesAbove(below: AnyFunction): readonly NodeJS.CallSite[] {
  const { prepareStackTrace, stackTraceLimit } = Error;
  const holder: { stack?: unknown } = {};
  try {
    // Packages put a function of their own here, to read sources or to count frames.
    Error.prepareStackTrace = (_error, sites) => sites;
    Error.stackTraceLimit = framesMax;
    Error.captureStackTrace(holder, below);
    const { stack } = holder;
    return Array.isArray(stack) ? (stack as NodeJS.CallSite[]) : [];
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
    if (prepareStackTrace === undefined) Reflect.deleteProperty(Error, "prepareStackTrace");
    else Error.prepareStackTrace = prepareStackTrace;
  }
}

function frameOf(site: NodeJS.CallSite): MakerFrame {
  const name = site.getFileName() ?? undefined;
  const line = site.getLineNumber() ?? 0;
  if (name?.startsWith("file:") === true) return { file: fileURLToPath(name), line };
  const isFile = name !== undefined && (name.startsWith("node:") || path.isAbsolute(name));
  return { file: isFile ? name : undefined, line };
}

/** As seen from the project, or from the folder of packages where it is elsewhere. */
function shownPath(file: string): string {
  const inside = path.relative(process.cwd(), file);
  const parts = file.split(path.sep);
  const at = parts.lastIndexOf("node_modules");
  const shown = inside.startsWith("..") && at !== -1 ? parts.slice(at).join("/") : inside;
  return shown.split(path.sep).join("/");
}

function keep(names: Set<string>, name: string | undefined): void {
  if (name !== undefined) names.add(name);
}

function installedPackage(file: string): string | undefined {
  const parts = file.split(path.sep);
  const at = parts.lastIndexOf("node_modules");
  const first = parts[at + 1];
  if (at === -1 || first === undefined) return undefined;
  return first.startsWith("@") ? `${first}/${parts[at + 2] ?? ""}` : first;
}

/** The name of a package that is linked into `node_modules` from elsewhere. */
function linkedPackage(folder: string): string | undefined {
  // The project's own files are no package of it.
  if (folder === process.cwd()) return undefined;
  try {
    const text = readFileSync(path.join(folder, "package.json"), "utf8");
    const name: unknown = Reflect.get(Object(JSON.parse(text)), "name");
    if (typeof name === "string") return name;
  } catch {
    // There is none here, or none that can be read.
  }
  const parent = path.dirname(folder);
  return parent === folder ? undefined : linkedPackage(parent);
}
