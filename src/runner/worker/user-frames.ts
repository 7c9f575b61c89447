import path from "node:path";
import type { SourceLocation } from "../../kernel/result/finding.ts";
import { type ProjectPaths, stackFrames } from "../../kernel/failure/identity.ts";
import type { Loader } from "../../subject/loader/index.ts";
import type { OpenScenario } from "./open-scenario.ts";

/** The user's own lines in a stack, the innermost first, as they are in the source. */
export function framesOf(
  stack: string,
  parts: {
    readonly loader: Loader;
    readonly paths: ProjectPaths;
    readonly projectRoot: string;
    readonly lines: OpenScenario["lines"] | undefined;
  },
): readonly SourceLocation[] {
  const { loader, paths, projectRoot, lines } = parts;
  const places: SourceLocation[] = [];
  for (const frame of stackFrames(stack)) {
    const file = paths.inProject(frame.file);
    if (file === undefined) continue;
    const absolute = path.join(projectRoot, file);
    if (lines?.file === file) {
      // Steps say where they stand in the file itself, not in the module that stands for it.
      const { line: at, column: from } = frame;
      places.push({ file, line: at, column: from, text: lines.text[at - 1] ?? "" });
      continue;
    }
    const original = loader.originalPosition(absolute, frame.line, frame.column);
    const line = original?.line ?? frame.line;
    const column = original?.column ?? frame.column;
    places.push({ file, line, column, text: loader.sourceLine(absolute, line) ?? "" });
    if (places.length >= framesMax) break;
  }
  return places;
}

/**
 * Whose wait it is: the innermost line of the code under test. What stands in for a database often
 * waits in the test file itself, and its own line says nothing about who asked it.
 */
export function callerUnderTest(
  places: readonly SourceLocation[],
  testFile: string,
): SourceLocation | undefined {
  return places.find(({ file }) => file !== testFile.split(path.sep).join("/")) ?? places[0];
}

/** The innermost of the user's functions that has a name. */
export function nearestName(stack: string, paths: ProjectPaths): string {
  const own = stackFrames(stack).filter(({ file }) => paths.inProject(file) !== undefined);
  return own.find(({ functionName }) => functionName !== "anonymous")?.functionName ?? "a callback";
}

// --- inside ---

/** So many of the user's frames are told of one stack. */
const framesMax = 5;
