import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

// What a stranger gets with `npm install`, as far as package.json and the lock file decide it.

interface Manifest {
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string | { readonly types: string }>>;
  readonly typesVersions: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
}

interface Locked {
  readonly bin?: Readonly<Record<string, string>>;
  readonly hasInstallScript?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const manifest = read("package.json") as Manifest;
const lock = read("package-lock.json") as { readonly packages: Readonly<Record<string, Locked>> };

test("no package that comes along puts a program beside the project's own", () => {
  const programs = installed().flatMap(({ name, bin = {} }) =>
    Object.keys(bin).map((program) => `${name}: ${program}`),
  );
  expect(programs).toEqual([]);
});

test("nothing is run when it is installed", () => {
  const atInstall = ["preinstall", "install", "postinstall", "prepare"];
  expect(atInstall.filter((name) => name in manifest.scripts)).toEqual([]);
  expect(installed().filter(({ hasInstallScript = false }) => hasInstallScript)).toEqual([]);
});

test("an old resolution of modules finds the same types as a new one", () => {
  const subpaths = Object.entries(manifest.exports)
    .filter(([name, target]) => name !== "." && name !== target)
    .map(([name, target]) => [name.slice(2), [typeof target === "string" ? target : target.types]]);
  expect(manifest.typesVersions["*"]).toEqual(Object.fromEntries(subpaths));
});

// --- inside ---

function read(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`../${name}`, import.meta.url), "utf8"));
}

/** Every package that a dependency leads to, wherever it lies. */
function installed(): readonly ({ readonly name: string } & Locked)[] {
  const found = new Map<string, Locked>();
  const pending = Object.keys(manifest.dependencies);
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    const locked = lock.packages[`node_modules/${name}`];
    if (locked === undefined || found.has(name)) continue;
    found.set(name, locked);
    pending.push(...Object.keys({ ...locked.dependencies, ...locked.optionalDependencies }));
  }
  expect(found.size).toBeGreaterThan(5);
  return [...found].map(([name, locked]) => ({ name, ...locked }));
}
