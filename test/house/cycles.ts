import { importGraph } from "./imports.ts";
import type { ImportKind } from "./imports.ts";
import { isCode } from "./source-file.ts";
import type { SourceFile, Violation } from "./source-file.ts";

export function checkRuntimeCycles(files: readonly SourceFile[]): Violation[] {
  return cyclesThrough(files, ["static"]);
}

/** Stricter: files that only name each other's types still cannot be read one at a time. */
export function checkTypeCycles(files: readonly SourceFile[]): Violation[] {
  return cyclesThrough(files, ["static", "type"]);
}

// --- inside ---

function cyclesThrough(files: readonly SourceFile[], kinds: readonly ImportKind[]): Violation[] {
  const graph = importGraph(
    files.filter(({ path }) => isCode(path)),
    kinds,
  );
  const done = new Set<string>();
  const violations: Violation[] = [];
  const enter = (path: string, trail: readonly string[]): void => {
    const begin = trail.indexOf(path);
    if (begin !== -1) violations.push(cycleViolation([...trail.slice(begin), path]));
    if (begin !== -1 || done.has(path)) return;
    for (const next of graph.get(path) ?? []) enter(next, [...trail, path]);
    done.add(path);
  };
  for (const path of graph.keys()) enter(path, []);
  return violations;
}

function cycleViolation(cycle: readonly string[]): Violation {
  const [first = "", second = ""] = cycle;
  return {
    file: first,
    message:
      `imports ${second}, which leads back: ${cycle.join(" → ")}; ` +
      "move what both need into a third file, or into the earlier of the two",
  };
}
