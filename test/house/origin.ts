import { lineAt } from "./source-file.ts";
import type { SourceFile, Violation } from "./source-file.ts";

/** A path of one machine is wrong on every other one. */
export function checkMachinePaths(files: readonly SourceFile[]): Violation[] {
  return scan(files, {
    pattern: /(?<![\w.~/-])\/(?:work|root|home)\/[^\s"'`)]*/g,
    say: (found) => `names \`${found}\`, a path of one machine; make it relative or temporary`,
  });
}

/** The repository says what the code does, not who or what typed it. */
export function checkAuthorship(files: readonly SourceFile[]): Violation[] {
  return scan(files, {
    pattern: new RegExp(`${maker}|${confession}`, "gi"),
    say: (found) => `says \`${found}\`; delete it, a repository does not name its writing tools`,
  });
}

// --- inside ---

// Agents and models are what this tool tests, so their names alone are fine; authorship is not.
const tools = "(an? )?(ai|llm|language model|ai assistant|assistant|claude|chatgpt|gpt|copilot)";
const maker = `\\b(generated|written|authored|created|made) (by|with|using) ${tools}\\b`;
const confession = "co-authored-by:|\\bas an ai( language model)?\\b|\\bclaude code\\b";

interface Scan {
  readonly pattern: RegExp;
  readonly say: (found: string) => string;
}

function scan(files: readonly SourceFile[], { pattern, say }: Scan): Violation[] {
  return files
    .filter(({ path }) => !path.startsWith("test/house/"))
    .flatMap(({ path, text }) =>
      [...text.matchAll(pattern)].map((match) => ({
        file: path,
        line: lineAt(text, match.index),
        message: say(match[0]),
      })),
    );
}
