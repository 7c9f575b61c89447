import path from "node:path";
import { scanFiles, type ScanFile } from "../engines/scan/index.ts";
import { GauntletError } from "../kernel/errors/gauntlet-error.ts";
import { type Config, parseTarget } from "../config/index.ts";

/**
 * The files that a command line means: its words, each with an optional `:name`; without words
 * those of `[[scan]]`; without these all of the project.
 */
export async function wantedFiles(
  words: readonly string[],
  selectors: readonly string[],
  config: Config,
): Promise<readonly ScanFile[]> {
  const { root } = config;
  const place = { root, directory: root };
  const flagged = selectors.map((text) => parseTarget(text, place));
  const found: ScanFile[] = [];
  for (const word of words) {
    const { pattern, name } = partScanWord(word);
    const targets = [...flagged, ...(name === undefined ? [] : [{ name }])];
    for (const file of await scanFiles(root, pattern)) {
      found.push({ file, targets: targets.length === 0 ? undefined : targets });
    }
  }
  if (words.length === 0) {
    const files = config.scan.length === 0 ? await scanFiles(root, ".") : await configured(config);
    for (const file of files)
      found.push({ file, targets: flagged.length > 0 ? flagged : undefined });
  }
  if (found.length > 0) return found;
  throw new GauntletError({
    code: "U010",
    what: "there is nothing to scan",
    where: words.join(" ") || ".",
    help: "name a file: `gauntlet scan src/money.ts`, or list it under [[scan]]",
  });
}

/**
 * The files and the name in `src/money.ts:parsePrice`, or `src/money.ts#parsePrice` as seams and
 * chaos files write it; a drive letter is no file.
 */
export function partScanWord(word: string): { pattern: string; name: string | undefined } {
  const [, file, own] = /^(.+?\.[cm]?[jt]sx?)[:#](.+)$/u.exec(word) ?? [];
  if (file !== undefined) return { pattern: file, name: own };
  const at = word.lastIndexOf(":");
  return at <= 1
    ? { pattern: word, name: undefined }
    : { pattern: word.slice(0, at), name: word.slice(at + 1) };
}

// --- inside ---

async function configured({ scan, root }: Config): Promise<readonly string[]> {
  const files = await Promise.all(scan.map((entry) => entry.resolve()));
  return [...new Set(files.flat())].map((file) =>
    path.relative(root, file).split(path.sep).join("/"),
  );
}
