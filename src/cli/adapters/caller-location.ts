import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { splitSelector } from "../../config/files/project-paths.ts";
import type { AnyFunction } from "../../world/stand-in.ts";

/** Where a function was called. */
export interface CallerLocation {
  /** The script as the engine names it: a path, or a URL. */
  readonly script: string;
  readonly folder: string;
  readonly line: number;
  readonly column: number;
}

/** Where the call of a function came from; undefined where that is not a file. */
export function callerLocationOf(called: AnyFunction): CallerLocation | undefined {
  const { prepareStackTrace } = Error;
  const holder: { stack?: unknown } = {};
  try {
    // Places of what runs, not of what it was compiled from: whoever asks maps them back himself.
    Error.prepareStackTrace = (_, sites) => sites[0];
    Error.captureStackTrace(holder, called);
    return placeOf(holder.stack as NodeJS.CallSite | undefined);
  } finally {
    Error.prepareStackTrace = prepareStackTrace;
  }
}

/**
 * The absolute path of a chaos file, with its `#export`: relative to the file that names it, and
 * where nothing is there, to the working directory.
 */
export function absoluteSelector(given: string | URL, from: CallerLocation | undefined): string {
  const text = String(given);
  if (text.startsWith("file:")) {
    const { hash } = new URL(text);
    return fileURLToPath(text) + decodeURIComponent(hash);
  }
  const { file, suffix } = splitSelector(text);
  const cwd = process.cwd();
  const places = [from?.folder ?? cwd, cwd].map((folder) => path.resolve(folder, file));
  const [first = file] = places;
  return (places.find((place) => existsSync(place)) ?? first) + suffix;
}

// --- inside ---

function placeOf(site: NodeJS.CallSite | undefined): CallerLocation | undefined {
  const script = site?.getFileName() ?? undefined;
  if (site === undefined || script === undefined) return undefined;
  const file = script.startsWith("file:") ? fileURLToPath(script) : script.replace(/\?.*$/u, "");
  if (!path.isAbsolute(file)) return undefined;
  const [line, column] = [site.getLineNumber() ?? 1, site.getColumnNumber() ?? 1];
  return { script, folder: path.dirname(file), line, column };
}
