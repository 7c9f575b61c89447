import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

/**
 * Where the checker takes the declarations of the language from: a folder that is nowhere on disk,
 * among packages, because they do not change under a process either.
 */
export const librariesFolder = "/node_modules/typescript6/lib";

/** The declarations of one library of the language; undefined for every other file. */
export function libraryText(file: string): string | undefined {
  if (!file.startsWith(`${librariesFolder}/`)) return undefined;
  texts ??= readTexts();
  return texts.get(file.slice(librariesFolder.length + 1));
}

// --- inside ---

let texts: ReadonlyMap<string, string> | undefined;

// From src/ and from dist/ alike this is the copy that the build made.
const packed = new URL("../../../dist/vendor/typescript/libraries.json.gz", import.meta.url);

function readTexts(): ReadonlyMap<string, string> {
  const text = gunzipSync(readFileSync(packed)).toString("utf8");
  return new Map(Object.entries(JSON.parse(text) as Record<string, string>));
}
