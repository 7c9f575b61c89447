import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

/** The programs that install packages. */
export type PackageManagerName = "npm" | "pnpm" | "yarn" | "bun";

/** What installs the packages of a project, and what says so. */
export interface PackageManager {
  readonly name: PackageManagerName;
  /** The folder that has the lock file or the workspace; the project itself where none has. */
  readonly folder: string;
  /** Lock files in that folder, its own first; more than one kind is a mistake. */
  readonly lockFiles: readonly string[];
  /** Whether that folder is a workspace: it names packages below it. */
  readonly isWorkspace: boolean;
}

/** The repository that a project is part of; the project itself where there is none. */
export function repositoryOf(root: string): string {
  for (let folder = root; ; folder = path.dirname(folder)) {
    if (existsSync(path.join(folder, ".git"))) return folder;
    if (folder === path.dirname(folder)) return root;
  }
}

/** What installs the packages of a project: its lock file may lie at the top of a workspace. */
export function packageManagerOf(root: string): PackageManager {
  const repository = repositoryOf(root);
  for (let folder = root; ; folder = path.dirname(folder)) {
    const found = managerIn(folder);
    if (found !== undefined) return found;
    if (folder === repository || folder === path.dirname(folder)) break;
  }
  return { name: "npm", folder: root, lockFiles: [], isWorkspace: false };
}

/** The command that installs what a project depends on, as its lock file has it. */
export function installCommand({ name, lockFiles }: PackageManager): string {
  const isLocked = lockFiles.length > 0;
  switch (name) {
    case "pnpm":
      return `pnpm install${isLocked ? " --frozen-lockfile" : ""}`;
    case "yarn":
      return "yarn install";
    case "bun":
      return `bun install${isLocked ? " --frozen-lockfile" : ""}`;
    case "npm":
      return isLocked ? "npm ci" : "npm install";
  }
}

/** The command that adds packages for development. */
export function addCommand({ name }: PackageManager, packages: readonly string[]): string {
  const verb = name === "npm" ? "install --save-dev" : name === "bun" ? "add --dev" : "add -D";
  return `${name} ${verb} ${packages.join(" ")}`;
}

/** What package.json of a folder says; undefined where there is none that can be read. */
export function manifestOf(folder: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const data: unknown = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
    const isTable = typeof data === "object" && data !== null && !Array.isArray(data);
    return isTable ? (data as Readonly<Record<string, unknown>>) : undefined;
  } catch {
    return undefined;
  }
}

// --- inside ---

const managerOfLock: Readonly<Record<string, PackageManagerName>> = {
  "pnpm-lock.yaml": "pnpm",
  "yarn.lock": "yarn",
  "bun.lock": "bun",
  "bun.lockb": "bun",
  "package-lock.json": "npm",
  "npm-shrinkwrap.json": "npm",
};

function managerIn(folder: string): PackageManager | undefined {
  const has = (name: string): boolean => existsSync(path.join(folder, name));
  const manifest = manifestOf(folder);
  const locks = Object.keys(managerOfLock).filter(has);
  const isWorkspace = has("pnpm-workspace.yaml") || manifest?.["workspaces"] !== undefined;
  const named = namedIn(manifest?.["packageManager"]);
  const ofLock = locks.map((lock) => managerOfLock[lock] ?? "npm");
  const name = named ?? (has("pnpm-workspace.yaml") ? "pnpm" : ofLock[0]);
  if (name === undefined) return isWorkspace ? { ...nothing, folder, isWorkspace } : undefined;
  const own = locks.filter((lock) => managerOfLock[lock] === name);
  const others = locks.filter((lock) => managerOfLock[lock] !== name);
  return { name, folder, lockFiles: [...own, ...others], isWorkspace };
}

const nothing = { name: "npm", lockFiles: [] } as const;

/** `pnpm@9.1.0` is what Corepack reads. */
function namedIn(field: unknown): PackageManagerName | undefined {
  const name = typeof field === "string" ? /^(npm|pnpm|yarn|bun)@/u.exec(field)?.[1] : undefined;
  return name as PackageManagerName | undefined;
}
