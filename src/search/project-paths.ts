import path from "node:path";
import { fileURLToPath } from "node:url";
import type { ProjectPaths } from "../kernel/identity.ts";

/** Tells the user's files from all others, by path or by file URL. */
export function projectPaths(projectRoot: string): ProjectPaths {
  const root = projectRoot.endsWith(path.sep) ? projectRoot : projectRoot + path.sep;
  return {
    inProject(file: string): string | undefined {
      const plain = file.startsWith("file:") ? pathOfUrl(file) : file;
      if (plain === undefined || !plain.startsWith(root)) return undefined;
      const relative = plain.slice(root.length).split(path.sep).join("/");
      return /(?:^|\/)node_modules\//.test(relative) ? undefined : relative;
    },
  };
}

// --- inside ---

function pathOfUrl(url: string): string | undefined {
  try {
    return fileURLToPath(url);
  } catch {
    return undefined;
  }
}
