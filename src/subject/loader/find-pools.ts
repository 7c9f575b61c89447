import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { keepPool } from "../../world/entropy-pools.ts";
import { createResolve, type Resolve } from "./resolve.ts";

/**
 * Finds the stocks of random numbers that packages of the project keep by way of another package.
 * What the user's own files import is loaded in each run instead (`inline`); a package that Node
 * loads brings its own along, and that can only be emptied.
 */
export async function findPools(projectRoot: string, packages: Iterable<string>): Promise<void> {
  const resolve = createResolve({ inline: [], substitutes: new Map() });
  const urls = new Set<string>();
  for (const name of packages) {
    const manifest = manifestOf(name, projectRoot, resolve);
    for (const pool of Object.keys(poolsKnown)) {
      if (manifest?.dependencies?.[pool] === undefined) continue;
      for (const how of ["import", "require"] as const) {
        const found = resolve({ specifier: pool, importer: manifest.file, how });
        if (found.kind === "native") urls.add(`${pool} ${found.url}`);
      }
    }
  }
  for (const entry of urls) {
    const [pool = "", url = ""] = entry.split(" ");
    const empty = poolsKnown[pool]?.((await import(url)) as Namespace);
    if (empty !== undefined) keepPool(url, empty);
  }
}

// --- inside ---

type Namespace = Readonly<Record<string, unknown>>;

interface Manifest {
  readonly file: string;
  readonly dependencies?: Readonly<Record<string, unknown>>;
}

/**
 * How the stock of each package is emptied. NestJS names its providers by `uid`; `uuid` comes with
 * half of what talks to a database.
 */
const poolsKnown: Readonly<Record<string, (exported: Namespace) => (() => void) | undefined>> = {
  uid: ({ uid }) => (typeof uid === "function" ? () => void uid(longerThanStock) : undefined),
  uuid: ({ v4 }) => (typeof v4 === "function" ? () => useUp(v4 as MakeUuid) : undefined),
};

type MakeUuid = (options: object) => unknown;

/** A stock of `uuid` has 256 bytes, for so many. */
const uuidsInStock = 16;
/** What is made of the bytes that a stock begins with while it is refilled. */
const firstUuid = /^f{8}-/;

/** Takes a stock to its end, so that a run draws a new one; old versions have none. */
function useUp(v4: MakeUuid): void {
  // With options, as it would otherwise ask Node, which keeps the stock of its own.
  const isFirst = (): boolean => firstUuid.test(String(v4({})));
  if (!Array.from({ length: uuidsInStock + 1 }).some(isFirst)) return;
  for (let left = 1; left < uuidsInStock; left++) v4({});
}

/** The stock of `uid` has 512 characters: who wants more gets a new one. */
const longerThanStock = 513;

function manifestOf(name: string, projectRoot: string, resolve: Resolve): Manifest | undefined {
  const importer = path.join(projectRoot, "package.json");
  const found = resolve({ specifier: name, importer, how: "import" });
  if (found.kind !== "native" || !found.url.startsWith("file:")) return undefined;
  const folder = found.url.lastIndexOf(`/node_modules/${name}/`);
  if (folder === -1) return undefined;
  const url = `${found.url.slice(0, folder)}/node_modules/${name}/package.json`;
  try {
    const read: unknown = JSON.parse(readFileSync(new URL(url), "utf8"));
    const { dependencies } = Object(read) as Manifest;
    return { file: fileURLToPath(url), dependencies: Object(dependencies) };
  } catch {
    return undefined; // a package without a readable manifest is the loader's to refuse
  }
}
