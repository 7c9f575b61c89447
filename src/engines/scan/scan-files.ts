import { stat } from "node:fs/promises";
import path from "node:path";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import {
  expandBraces,
  filesBelow,
  globEntriesMax,
  matchesPattern,
} from "../../config/files/glob.ts";
import { nearestNames } from "../../config/nearest-name.ts";

/** The files that a word of the command line or a `module` of the configuration means, sorted. */
export async function scanFiles(projectRoot: string, wanted: string): Promise<readonly string[]> {
  const absolute = path.resolve(projectRoot, wanted);
  const inside = path.relative(projectRoot, absolute);
  if (inside.startsWith("..") || path.isAbsolute(inside)) throw outside(wanted, projectRoot);
  const kind = await kindOf(absolute);
  if (kind === "file") return [slashed(inside)];
  const limits = { depth: depthMax, entriesMax: globEntriesMax };
  if (kind === "directory") {
    const below = await filesBelow(absolute, limits);
    return below
      .map((file) => slashed(path.join(inside, file)))
      .filter((file) => isOwnSource(file.slice(inside === "" ? 0 : inside.length + 1)))
      .toSorted();
  }
  const all = (await filesBelow(projectRoot, limits)).map(slashed);
  const patterns = (expandBraces(slashed(wanted).replace(/^\.\//, "")) ?? []).map((one) =>
    one.split("/"),
  );
  const found = all.filter(
    (file) => isCode(file) && patterns.some((one) => matchesPattern(one, file.split("/"))),
  );
  if (found.length > 0) return found.toSorted();
  throw nothing(wanted, all.filter(isCode));
}

// --- inside ---

const depthMax = 32;

/** What a project keeps beside its own code; named files are scanned wherever they are. */
const otherFolders = new Set([
  "dist",
  "build",
  "out",
  "lib-cov",
  "coverage",
  "vendor",
  "test",
  "tests",
  "__tests__",
  "__mocks__",
  "fixtures",
  "e2e",
  "bench",
  "benchmark",
  "docs",
  "examples",
  "scripts",
]);

function isOwnSource(file: string): boolean {
  const parts = file.split("/");
  const folders = parts.slice(0, -1);
  const name = parts.at(-1) ?? "";
  if (folders.some((folder) => folder.startsWith(".") || otherFolders.has(folder))) return false;
  return isCode(name) && !/\.(test|spec|chaos|config|bench|stories)\.[cm]?[jt]sx?$/u.test(name);
}

function isCode(file: string): boolean {
  return /(?<!\.d)\.[cm]?[jt]sx?$/u.test(file);
}

async function kindOf(file: string): Promise<"file" | "directory" | "none"> {
  try {
    const found = await stat(file);
    return found.isFile() ? "file" : found.isDirectory() ? "directory" : "none";
  } catch {
    return "none";
  }
}

function slashed(file: string): string {
  return file.split(path.sep).join("/");
}

function outside(wanted: string, projectRoot: string): GauntletError {
  return new GauntletError({
    code: "U010",
    what: `\`${wanted}\` is outside of the project`,
    where: wanted,
    note: `the project is \`${projectRoot}\``,
    help: "name files of the project, or use `--cwd` with the other one",
  });
}

function nothing(wanted: string, files: readonly string[]): GauntletError {
  const near = nearestNames(wanted, files, { countMax: 3, distanceMax: 1000 });
  const names = near.map((file) => `\`${file}\``).join(", ");
  return new GauntletError({
    code: "U010",
    what: `\`${wanted}\` is not a file, folder or pattern of this project`,
    where: wanted,
    ...(names === "" ? {} : { note: `the nearest files are ${names}` }),
    help: "write `gauntlet scan src/money.ts`, `gauntlet scan src` or `gauntlet scan`",
  });
}
