import type { CallSite, Hit } from "../frame.ts";
import { constantText, nothing, partsOf, type Taint, taintsOf, type Value } from "../value.ts";

/** Files that a parameter chooses: to write, outside of the folder meant, by links, or settings. */
export function fileHits(site: CallSite): readonly Hit[] {
  const { ref, method, args } = site;
  const name = ref === undefined ? undefined : fileFunction(ref);
  if (name === undefined || ref === undefined) {
    // Of a web framework, whatever its name: `response.sendFile(path)`.
    if (method !== "sendFile" || args[0] === undefined) return [];
    return [{ kind: "path traversal", sink: "sendFile", taints: joinedTaints(args[0]) }];
  }
  const paths = pathsOf(name, args);
  if (paths.length === 0) return [];
  const found: Hit[] = [];
  const all = paths.flatMap((value) => taintsOf(value));
  if (linkers.has(name)) found.push({ kind: "symlink", sink: ref, taints: all });
  const isFollowed = followers.has(name);
  if (isFollowed) found.push({ kind: "symlink", sink: ref, taints: all, isCheckedLater: true });
  if (isWrite(name, args)) {
    const written = copiers.has(name) ? paths.slice(-1) : paths;
    found.push({ kind: "fs write", sink: ref, taints: written.flatMap((one) => taintsOf(one)) });
    found.push(...settingHits(ref, args));
  }
  if (!linkers.has(name) && !isFollowed) {
    const joined = paths.flatMap(joinedTaints);
    found.push({ kind: "path traversal", sink: ref, taints: joined });
  }
  return found;
}

/** The parameters that follow a folder in a path, so that `..` in them leads out of it. */
export function joinedTaints(path: Value): readonly Taint[] {
  const parts = partsOf(path);
  const first = parts.findIndex((part) => typeof part !== "string" || part !== "");
  return parts.slice(first + 1).flatMap((part) => (typeof part === "string" ? [] : taintsOf(part)));
}

// --- inside ---

const modules = /^(fs-extra|graceful-fs|fs)\.(promises\.)?(\w+)$/;

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

const writers = words(
  "writeFile appendFile rm rmdir unlink rename mkdir mkdtemp createWriteStream copyFile cp " +
    "truncate chmod chown utimes outputFile outputJson writeJson remove move copy ensureDir " +
    "ensureFile emptyDir",
);
const readers = words(
  "readFile readdir stat lstat createReadStream access exists existsSync opendir readJson open",
);
const twoPaths = words("rename copyFile cp move copy link symlink");
const copiers = words("copyFile cp copy");
const linkers = words("symlink link");
const followers = words("readlink realpath");
const contentWriters = words("writeFile appendFile outputFile outputJson writeJson");

/** Files by which tools, shells and programs are set up. */
const settingFile = new RegExp(
  `(^|/)(${[
    "package(-lock)?\\.json",
    "tsconfig[^/]*\\.json",
    "\\.env[^/]*",
    "\\.npmrc",
    "\\.gitconfig",
    "\\.git/config",
    "\\.(bashrc|profile|zshrc)",
    "\\.ssh/[^/]+",
    "crontab",
    "[^/]*\\.config\\.[cm]?[jt]s",
    "[^/]*config[^/]*\\.(json|ya?ml|toml)",
    "Dockerfile",
    "\\.github/workflows/[^/]+",
  ].join("|")})$`,
);

function fileFunction(ref: string): string | undefined {
  const name = modules.exec(ref)?.[3];
  if (name === undefined) return undefined;
  const plain = name.replace(/Sync$/, "");
  const isKnown = [writers, readers, linkers, followers].some((known) => known.has(plain));
  return isKnown ? plain : undefined;
}

function pathsOf(name: string, args: readonly Value[]): readonly Value[] {
  return args.slice(0, twoPaths.has(name) ? 2 : 1);
}

function isWrite(name: string, args: readonly Value[]): boolean {
  if (name !== "open") return writers.has(name);
  return /[wa+]/.test(constantText(args[1] ?? nothing) ?? "r");
}

/** A file of settings that gets its content, or a part of its name, from a parameter. */
function settingHits(ref: string, args: readonly Value[]): readonly Hit[] {
  const [path = nothing, content = nothing] = args;
  const name = modules.exec(ref)?.[3]?.replace(/Sync$/, "") ?? "";
  const shown = partsOf(path)
    .map((part) => (typeof part === "string" ? part : "\0"))
    .join("");
  if (!contentWriters.has(name) || !settingFile.test(shown)) return [];
  return [{ kind: "config mutation", sink: ref, taints: taintsOf(content) }];
}
