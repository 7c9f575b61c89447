import { existsSync } from "node:fs";
import path from "node:path";
import { ConfigError } from "../kernel/errors/config-error.ts";
import {
  type Config,
  configNames,
  defaultConfig,
  loadConfig,
  sourceFiles,
} from "../config/index.ts";
import type { InitRequest, InstallStep } from "../engines/init/index.ts";
import { resolveProjectRoot } from "../subject/loader/project-root.ts";
import {
  installCommand,
  manifestOf,
  packageManagerOf,
  repositoryOf,
} from "../subject/installer.ts";
import { testRunnerOf } from "../subject/test-runner.ts";

/** Where `init` works, what is configured there, and where the config is or will be. */
export interface InitContext {
  readonly cwd: string;
  readonly root: string;
  readonly config: Config;
  /** Relative to the project root, with forward slashes; it may lead out of it. */
  readonly configFile: string;
}

/** Finds the project; a broken config that is to be replaced counts as none. */
export async function initContext(
  cwd: string,
  options: { readonly named: string | undefined; readonly isForced: boolean },
): Promise<InitContext> {
  const root = resolveProjectRoot(cwd);
  const named = options.named === undefined ? undefined : path.resolve(cwd, options.named);
  const file = named ?? defaultFile(root);
  refuseName(file, root);
  const config = await configAt(cwd, { file, named, root, isForced: options.isForced });
  return { cwd, root, config, configFile: relativeTo(root, config.file ?? file) };
}

/** A path as it reads from the project root, with forward slashes. */
export function relativeTo(root: string, file: string): string {
  return path.relative(root, file).split(path.sep).join("/");
}

/** The files that are to be scanned; a pattern that the user named must match. */
export async function sourcesOf(
  module: string,
  { root, isNamed }: { readonly root: string; readonly isNamed: boolean },
): Promise<readonly string[]> {
  const place = { root, directory: root };
  const locate = () => Promise.resolve({ where: `init ${module}` });
  try {
    return await sourceFiles(module, { place, locate });
  } catch (thrown) {
    if (isNamed || !(thrown instanceof ConfigError)) throw thrown;
    return [];
  }
}

/**
 * Where tests go that nobody named a folder for: where the project has its own. The build of a
 * NestJS project compiles all but `test`, and with another folder puts its output elsewhere.
 */
export function outputOf(root: string, { file, init }: Config): string {
  const has = (folder: string): boolean => existsSync(path.join(root, folder));
  const isNest = "@nestjs/core" in Object(manifestOf(root)?.["dependencies"]);
  const isTest = file === undefined && !has("tests") && (has("test") || isNest);
  return isTest ? path.join(root, "test") : init.outputDir;
}

/** How a workflow installs the dependencies of a project, and where in the repository. */
export function installStep(root: string): InstallStep {
  const manager = packageManagerOf(root);
  const before = { npm: "", pnpm: "corepack enable && ", yarn: "corepack enable && ", bun: bun };
  const folder = relativeTo(repositoryOf(root), manager.folder);
  return { command: `${before[manager.name]}${installCommand(manager)}`, folder };
}

/** What runs the tests of a project, where its package.json says so. */
export function runnerOf(root: string): InitRequest["runner"] {
  const manifest = manifestOf(root);
  const name = testRunnerOf(manifest);
  return name === undefined ? undefined : { name, isModule: manifest?.["type"] === "module" };
}

// --- inside ---

/** Node does not bring it along, unlike the others. */
const bun = "npm install --global bun && ";

function defaultFile(root: string): string {
  const present = configNames.find((name) => existsSync(path.join(root, name)));
  return path.join(root, present ?? "gauntlet.toml");
}

/** Refuses a file that no verb could read, alone or beside another one. */
function refuseName(file: string, root: string): void {
  const shown = relativeTo(root, file);
  if (!/\.(?:toml|ya?ml|json)$/u.test(file)) {
    const what = `\`${shown}\` does not end in .toml, .yaml, .yml or .json`;
    throw new ConfigError([{ code: "C001", what, where: shown }]);
  }
  const folder = path.dirname(file);
  const others = configNames.includes(path.basename(file)) ? configNames : [];
  const other = others.find(
    (name) => name !== path.basename(file) && existsSync(path.join(folder, name)),
  );
  if (other === undefined) return;
  const what = `two config files would be in one directory: \`${other}\` and \`${shown}\``;
  throw new ConfigError([{ code: "C002", what, where: shown, help: "remove the other one first" }]);
}

async function configAt(
  cwd: string,
  at: {
    readonly file: string;
    readonly named: string | undefined;
    readonly root: string;
    readonly isForced: boolean;
  },
): Promise<Config> {
  try {
    if (at.named === undefined) return await loadConfig({ cwd });
    if (existsSync(at.named)) return await loadConfig({ cwd, path: at.named });
  } catch (thrown) {
    if (!at.isForced || !(thrown instanceof ConfigError)) throw thrown;
  }
  return defaultConfig(at.root);
}
