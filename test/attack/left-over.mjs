// What a killed command has left in the project: files that are half, unfinished or gone.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { repository } from "./kill-project.mjs";

const { readTrace } = await import(path.join(repository, "compiled/store/trace-file.js"));

/** Files that have a name and are not whole, as text. */
export async function halfFiles(root) {
  const half = [];
  for (const file of storedFiles(root)) {
    if (isTemporary(file)) continue;
    try {
      if (/\.jsonl(?:\.gz)?$/.test(file) && !file.includes(`${path.sep}lists${path.sep}`)) {
        await readTrace(file);
      } else if (file.endsWith(".json")) JSON.parse(readFileSync(file, "utf8"));
    } catch (thrown) {
      half.push(`${path.relative(root, file)}: ${thrown.message}`);
    }
  }
  return half;
}

/** Names of what is left half done or locked. */
export function unfinished(root) {
  return storedFiles(root)
    .filter(isTemporary)
    .map((file) => path.relative(root, file));
}

/** The findings that are stored whole. */
export function findings(root) {
  const folder = path.join(root, ".gauntlet", "findings");
  return (existsSync(folder) ? readdirSync(folder) : []).filter((name) =>
    ["finding.json", "trace.jsonl.gz"].every((file) => existsSync(path.join(folder, name, file))),
  );
}

// --- inside ---

function storedFiles(root) {
  const folders = [".gauntlet", "tests", "regressions"].map((name) => path.join(root, name));
  return folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}

function isTemporary(file) {
  return /\.(?:tmp|lock)$|\.lock\./.test(path.basename(file));
}
