import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runCommand } from "./run-command.mjs";

/** What stands in for such a package is called so, and is not counted. */
export const absentName = "absent";

const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Lets yarn do without packages of other platforms that a partial mirror of the registry does not
 * carry: it asks for all of them, where npm and pnpm ask for those of this platform. With the whole
 * registry this changes nothing. Gives the names.
 */
export async function allowAbsent(folder) {
  const absent = await absentPackages();
  if (absent.length === 0) return absent;
  mkdirSync(join(folder, "absent"));
  const nothing = { name: absentName, version: "0.0.0" };
  writeFileSync(join(folder, "absent", "package.json"), JSON.stringify(nothing));
  const file = join(folder, "package.json");
  const manifest = JSON.parse(readFileSync(file, "utf8"));
  const resolutions = Object.fromEntries(absent.map((name) => [name, "file:./absent"]));
  writeFileSync(file, JSON.stringify({ ...manifest, resolutions }, undefined, 2));
  return absent;
}

// --- inside ---

async function absentPackages() {
  const { out } = await runCommand(["npm", "config", "get", "registry"], { cwd: root });
  const registry = out.trim().replace(/\/*$/, "/");
  const { dependencies } = read(join(root, "package.json"));
  const optional = Object.keys(dependencies).flatMap((name) =>
    Object.entries(
      read(join(root, "node_modules", name, "package.json")).optionalDependencies ?? {},
    ),
  );
  const known = await Promise.all(optional.map((asked) => isCarried(registry, asked)));
  return optional.filter((_, index) => !known[index]).map(([name]) => name);
}

/** Only a clear no counts: a registry that cannot be asked is not taken for one that lacks it. */
async function isCarried(registry, [name, version]) {
  const response = await fetch(`${registry}${name.replace("/", "%2f")}`, {
    signal: AbortSignal.timeout(30_000),
  });
  if (response.status === 404) return false;
  if (!response.ok) return true;
  const { versions = {} } = await response.json();
  return version in versions;
}

function read(file) {
  return JSON.parse(readFileSync(file, "utf8"));
}
