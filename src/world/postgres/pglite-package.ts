import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";

/** Where the package is that Postgres comes from. */
export interface PglitePackage {
  readonly file: string;
  readonly version: string;
}

/** Finds the package as the project would, or as we would; a GauntletError where it is not. */
export function findPglite(projectRoot: string, ownPlace: string = import.meta.url): PglitePackage {
  for (const from of [path.join(projectRoot, "package.json"), ownPlace]) {
    try {
      const file = createRequire(from).resolve(packageName);
      return { file, version: versionOf(file) };
    } catch {
      // The next place may have it.
    }
  }
  throw packageError("is not installed");
}

/** That the package is missing or cannot be used. */
export function packageError(state: string, cause?: unknown): GauntletError {
  const because = cause instanceof Error ? `: ${cause.message}` : "";
  return new GauntletError({
    code: "postgres-package",
    what: `\`world.postgres\` needs the package \`${packageName}\`, which ${state}${because}`,
    note: "it is Postgres compiled to WebAssembly, and an optional peer of gauntlet",
    help: `npm install --save-dev ${packageName}@0.5`,
  });
}

// --- inside ---

const packageName = "@electric-sql/pglite";

function versionOf(file: string): string {
  const manifest = path.join(path.dirname(file), "../package.json");
  const { version } = JSON.parse(readFileSync(manifest, "utf8")) as { readonly version: string };
  return version;
}
