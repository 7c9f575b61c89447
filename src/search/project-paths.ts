import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { ProjectPaths } from "../kernel/identity.ts";

/** Tells the user's files from all others, by path or by file URL. */
export function projectPaths(projectRoot: string): ProjectPaths {
  const root = projectRoot.endsWith(path.sep) ? projectRoot : projectRoot + path.sep;
  const url = pathToFileURL(root).href;
  const bare = root.slice(0, -1);
  const asWhole = new RegExp(`(^|[^\\w./-])${escaped(bare)}(?![\\w./-])`, "gu");
  return {
    inProject(file: string): string | undefined {
      const plain = file.startsWith("file:") ? pathOfUrl(file) : file;
      if (plain === undefined || !plain.startsWith(root)) return undefined;
      const relative = plain.slice(root.length).split(path.sep).join("/");
      return /(?:^|\/)node_modules\//.test(relative) ? undefined : relative;
    },
    relativeText(text: string): string {
      const isMeant = bare !== "" && (text.includes(bare) || text.includes(url));
      if (!isMeant) return text;
      return text.replaceAll(url, "").replaceAll(root, "").replaceAll(asWhole, "$1.");
    },
  };
}

// --- inside ---

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
