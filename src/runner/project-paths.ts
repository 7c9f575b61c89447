import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { ProjectPaths } from "../kernel/failure/identity.ts";

/** Tells the user's files from all others, by path or by file URL: those of the workspace too. */
export function projectPaths(projectRoot: string): ProjectPaths {
  const root = withEnd(projectRoot);
  const bare = root.slice(0, -1);
  const workspace = withEnd(workspaceOf(bare) ?? bare);
  const url = pathToFileURL(root).href;
  const asWhole = new RegExp(`(^|[^\\w./-])${escaped(bare)}(?![\\w./-])`, "gu");
  const shared = workspace.slice(0, -1);
  const inShared = new RegExp(
    `(?:${escaped(pathToFileURL(workspace).href)}|${escaped(workspace)})[^\\s:()"'\`,;]*`,
    "gu",
  );
  const inProject = (file: string): string | undefined => {
    const plain = file.startsWith("file:") ? pathOfUrl(file) : file;
    if (plain?.startsWith(workspace) !== true) return undefined;
    const relative = path.relative(root, plain).split(path.sep).join("/");
    return /(?:^|\/)node_modules\//.test(relative) ? undefined : relative;
  };
  return {
    inProject,
    relativeText(text: string): string {
      if (bare === "") return text;
      const own =
        text.includes(bare) || text.includes(url)
          ? text.replaceAll(url, "").replaceAll(root, "").replaceAll(asWhole, "$1.")
          : text;
      if (workspace === root || !own.includes(shared)) return own;
      return own.replaceAll(inShared, (place) => inProject(place) ?? place);
    },
  };
}

// --- inside ---

function withEnd(folder: string): string {
  return folder.endsWith(path.sep) ? folder : folder + path.sep;
}

/** The folder of the workspace that a project is part of, if it is part of one. */
function workspaceOf(folder: string): string | undefined {
  const above = path.dirname(folder);
  if (above === folder) return undefined;
  return isWorkspace(above) ? above : workspaceOf(above);
}

function isWorkspace(folder: string): boolean {
  if (existsSync(path.join(folder, "pnpm-workspace.yaml"))) return true;
  try {
    const manifest: unknown = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
    return Reflect.get(Object(manifest), "workspaces") !== undefined;
  } catch {
    return false; // there is none, or none that can be read
  }
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, "\\$&");
}

function pathOfUrl(url: string): string | undefined {
  try {
    return fileURLToPath(url);
  } catch {
    return undefined;
  }
}
