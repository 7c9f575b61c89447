import { stat } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { ConfigError } from "../../kernel/errors/config-error.ts";

/** Where a config is looked for. */
export interface ConfigPlace {
  readonly cwd: string;
  /** The file that is meant; no other is looked for. */
  readonly path?: string;
}

/** Where a project and its config file are. */
export interface FoundConfig {
  /** The directory of the nearest package.json, or where the search began. */
  readonly root: string;
  readonly file: string | undefined;
}

/** The names a config file may have, one to a directory. */
export const configNames: readonly string[] = [
  "gauntlet.toml",
  "gauntlet.yaml",
  "gauntlet.yml",
  "gauntlet.json",
];

/** Finds the config file from a directory up to the project root, or takes the one named. */
export async function findConfig(options: ConfigPlace): Promise<FoundConfig> {
  const cwd = resolve(options.cwd);
  if (options.path !== undefined) {
    const file = resolve(cwd, options.path);
    return { root: (await packageDirectory(dirname(file))) ?? cwd, file };
  }
  const root = (await packageDirectory(cwd)) ?? cwd;
  return { root, file: await nearestConfig(cwd, { root, cwd }) };
}

// --- inside ---

async function packageDirectory(directory: string): Promise<string | undefined> {
  if (await exists(join(directory, "package.json"))) return directory;
  const parent = dirname(directory);
  return parent === directory ? undefined : packageDirectory(parent);
}

async function nearestConfig(
  directory: string,
  limits: { root: string; cwd: string },
): Promise<string | undefined> {
  const files = configNames.map((name) => join(directory, name));
  const present = await Promise.all(files.map(exists));
  const [first, second] = files.filter((_, index) => present[index]);
  if (first !== undefined && second !== undefined) {
    const [kept, extra] = [first, second].map((file) => relative(limits.cwd, file));
    throw new ConfigError([
      {
        code: "C002",
        what: `two config files are in one directory: \`${kept}\` and \`${extra}\``,
        where: kept,
        help: `remove one, or name one with \`--config ${kept}\``,
      },
    ]);
  }
  if (first !== undefined || directory === limits.root) return first;
  return nearestConfig(dirname(directory), limits);
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch {
    return false;
  }
}
