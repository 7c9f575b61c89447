import { readFileSync } from "node:fs";
import { ownVersion } from "../world/own-version.ts";

/** Wider than this, lines of help are hard to read. */
export const helpColumns = 100;

/**
 * What the command line answers to words that need nothing of the program: the version, and the
 * help as the build has printed it, where it is as wide as here. Undefined for everything else.
 */
export function quickAnswer(
  argv: readonly string[],
  columns: number | undefined,
): string | undefined {
  const [word = "", ...others] = argv;
  if (others.length > 0) return undefined;
  if (versionWords.has(word)) return `${ownVersion()}\n`;
  if (helpWords.has(word) && (columns ?? helpColumns) >= helpColumns) return printedHelp();
  return undefined;
}

// --- inside ---

const versionWords: ReadonlySet<string> = new Set(["-V", "--version", "-v", "version"]);
const helpWords: ReadonlySet<string> = new Set(["-h", "--help"]);

// From src/ and from dist/ alike this is what the build wrote.
const helpFile = new URL("../../dist/help.txt", import.meta.url);

/** Nothing where the build is printing it just now. */
function printedHelp(): string | undefined {
  try {
    return readFileSync(helpFile, "utf8");
  } catch {
    return undefined;
  }
}
