import { existsSync } from "node:fs";
import path from "node:path";
import { shellWord } from "../../kernel/patterns/shell-command.ts";
import { installCommand } from "../../subject/installer.ts";
import { type Check, type CheckedProject, dependenciesOf } from "./check.ts";
import { isInRange } from "./version-range.ts";

/** Node, the package manager and what it has installed. */
export function machineChecks(project: CheckedProject): readonly Check[] {
  return [nodeCheck(project), ...managerChecks(project), modulesCheck(project)];
}

// --- inside ---

function nodeCheck({ nodeVersion, needs }: CheckedProject): Check {
  const name = "Node";
  if (isInRange(nodeVersion, needs.node) === false) {
    const says = `${nodeVersion} is not supported: ${needs.node} is`;
    return {
      name,
      state: "blocked",
      says,
      help: "install Node 22.12 or newer: https://nodejs.org",
    };
  }
  return { name, state: "fine", says: `${nodeVersion}, supported: ${needs.node}` };
}

function managerChecks(project: CheckedProject): readonly Check[] {
  const { root, manifest, manager } = project;
  if (manifest === undefined) {
    const isThere = existsSync(path.join(root, "package.json"));
    const says = isThere ? "it is not a JSON object" : "none: this folder is taken for the project";
    const help = isThere ? "node -p 'require(\"./package.json\")'" : "npm init -y";
    return [{ name: "package.json", state: isThere ? "blocked" : "note", says, help }];
  }
  const [own, ...others] = manager.lockFiles;
  const at = path.relative(root, manager.folder).split(path.sep).join("/");
  const where = at === "" ? "" : `, at ${at}`;
  const workspace = manager.isWorkspace ? ", a workspace" : "";
  const says = `${manager.name} (${own ?? "no lock file"}${where}${workspace})`;
  const foreign = others.filter((lock) => lock.split(/[-.]/u)[0] !== own?.split(/[-.]/u)[0]);
  const two: Check = {
    name: "package manager",
    state: "note",
    says: `${says}; ${foreign.join(" and ")} belongs to another one and grows stale`,
    help: `git rm ${foreign.map((lock) => shellWord(path.posix.join(at, lock))).join(" ")}`,
  };
  const fine: Check = { name: "package manager", state: "fine", says };
  return [foreign.length > 0 ? two : fine, ...installedChecks(project)];
}

/** Packages that are asked for are looked up where Node would. */
function installedChecks(project: CheckedProject): readonly Check[] {
  const { root, manifest, manager } = project;
  const name = "packages";
  if (existsSync(path.join(manager.folder, ".pnp.cjs"))) {
    const says = "Plug'n'Play keeps packages in archives, which runs cannot load";
    const help = "yarn config set nodeLinker node-modules && yarn install";
    return [{ name, state: "blocked", says, help }];
  }
  const asked = Object.keys(dependenciesOf(manifest));
  if (asked.length === 0) return [{ name, state: "fine", says: "package.json names none" }];
  const missing = asked.filter((one) => folderOfPackage(root, one) === undefined);
  if (missing.length === 0) {
    return [{ name, state: "fine", says: `all ${String(asked.length)} that package.json names` }];
  }
  const [first = "", ...others] = missing;
  const more = others.length === 0 ? "" : ` and ${String(others.length)} more`;
  const says = `not installed: ${first}${more}`;
  return [{ name, state: "blocked", says, help: installCommand(manager) }];
}

/** The folder of an installed package, as a file at the root of the project would find it. */
export function folderOfPackage(root: string, name: string): string | undefined {
  if (!/^(?:@[\w.~-]+\/)?[\w.~-]+$/u.test(name)) return undefined;
  for (let folder = root; ; folder = path.dirname(folder)) {
    const found = path.join(folder, "node_modules", name);
    if (existsSync(path.join(found, "package.json"))) return found;
    if (folder === path.dirname(folder)) return undefined;
  }
}

function modulesCheck({ manifest }: CheckedProject): Check {
  const type = manifest?.["type"];
  const says =
    type === "module"
      ? 'ES modules ("type": "module")'
      : 'CommonJS unless a file says otherwise (no "type": "module"); both are loaded';
  return { name: "modules", state: "fine", says };
}
