import { existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { ts } from "./compiler.ts";
import { createResolve } from "../loader/resolve.ts";
import type { FindSettings } from "./find-tsconfig.ts";
import { moduleName } from "./project-program.ts";
import { typedFileOf } from "./runtime-file.ts";

/** One thing to analyse: a file of the project, or an installed package. */
export interface FileEntry {
  /** How it is imported: relative to the project root, or the name of the package. */
  readonly module: string;
  /** The file with the types. */
  readonly typed: string;
  /** The file that runs, which may be the same. */
  readonly code: string;
  /** The folder of the package, where it is one. */
  readonly folder?: string;
}

/** Finds the types and the code of a file or of a folder with an installed package. */
export function entryOf(
  projectRoot: string,
  file: string,
  settingsFor: FindSettings,
): FileEntry | undefined {
  const folder = packageFolder(projectRoot, file);
  if (folder !== undefined) return packageEntry(projectRoot, folder, settingsFor);
  const code = slashed(file);
  return { module: moduleName(projectRoot, file), typed: typedFileOf(code), code };
}

// --- inside ---

function packageFolder(projectRoot: string, file: string): string | undefined {
  const named = path.join(projectRoot, "node_modules", path.relative(projectRoot, file));
  const folder = [file, named].find((one) => existsSync(path.join(one, "package.json")));
  return folder !== undefined && statSync(folder).isDirectory() ? folder : undefined;
}

function packageEntry(
  projectRoot: string,
  folder: string,
  settingsFor: FindSettings,
): FileEntry | undefined {
  const name = packageName(folder);
  if (name === undefined) return undefined;
  const importer = path.join(projectRoot, "index.ts");
  const resolve = createResolve({ inline: [name], substitutes: new Map() });
  const running = resolve({ specifier: name, importer, how: "import" });
  const code =
    running.kind === "file"
      ? running.path
      : running.kind === "native" && running.url.startsWith("file:")
        ? fileURLToPath(running.url)
        : undefined;
  if (code === undefined) return undefined;
  const { options } = settingsFor(importer);
  const found = ts.resolveModuleName(name, importer, options, ts.sys).resolvedModule;
  const typed = found?.resolvedFileName ?? typedFileOf(slashed(code));
  return { module: name, typed, code: slashed(code), folder: slashed(realpathSync(folder)) };
}

function packageName(folder: string): string | undefined {
  try {
    const { name } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")) as {
      name?: unknown;
    };
    return typeof name === "string" ? name : undefined;
  } catch {
    return undefined;
  }
}

function slashed(file: string): string {
  return file.replaceAll("\\", "/");
}
