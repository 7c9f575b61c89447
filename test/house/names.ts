import { isCode } from "./source-file.ts";
import type { SourceFile, Violation } from "./source-file.ts";

const bannedNames = new Set(
  "util utils helper helpers common shared misc types core manager".split(" "),
);
const bannedEnding = /-(utils?|helpers?|misc|manager)$/;

export function checkFileNames(files: readonly SourceFile[]): Violation[] {
  return files
    .filter(({ path }) => isCode(path))
    .flatMap(({ path }) => {
      const words = path.split("/").map((part) => part.split(".")[0] ?? part);
      const banned = words.find((word) => bannedNames.has(word) || bannedEnding.test(word));
      if (banned !== undefined) {
        const message = `is named \`${banned}\`, which says nothing; name the one noun it exports`;
        return [{ file: path, message }];
      }
      if (words.every((word) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(word))) return [];
      return [{ file: path, message: "is not in kebab-case; write it like `shrink-pass.ts`" }];
    });
}
