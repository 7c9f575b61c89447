import { statSync } from "node:fs";
import { resolve } from "node:path";
import { patternFiles, type PatternRequest } from "./files/pattern-files.ts";

/**
 * The source files that a path, folder or pattern means, absolute and sorted; none is an error.
 * Tests, chaos files and declarations are left out unless they are named.
 */
export function sourceFiles(
  module: string,
  request: Omit<PatternRequest, "accepts">,
): Promise<readonly string[]> {
  const stats = statSync(resolve(request.place.directory, module), { throwIfNoEntry: false });
  const pattern = stats?.isDirectory() === true ? `${module}/**` : module;
  return patternFiles(pattern, { ...request, accepts: isSource });
}

// --- inside ---

function isSource(file: string): boolean {
  return /\.[cm]?[jt]sx?$/u.test(file) && !/\.(?:d|test|spec|chaos)\.[cm]?[jt]sx?$/u.test(file);
}
