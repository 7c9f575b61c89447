import type { SourceLocation } from "../../kernel/result/finding.ts";

/** Finds the user's own lines in a stack, and remembers what it found. */
export interface Frames {
  (stack: string): readonly SourceLocation[];
  /** Forgets everything, because the code was compiled anew. */
  forget(): void;
}

/**
 * Remembers the lines of stacks: code that throws in every run is asked about in every run, and
 * most stacks differ in their message only.
 */
export function rememberFrames(find: (stack: string) => readonly SourceLocation[]): Frames {
  const known = new Map<string, readonly SourceLocation[]>();
  const frames = (stack: string): readonly SourceLocation[] => {
    const at = stack.indexOf(firstFrame);
    const key = at < 0 ? stack : stack.slice(at);
    const places = known.get(key) ?? find(stack);
    if (known.size >= stacksMax) known.clear();
    known.set(key, places);
    return places;
  };
  return Object.assign(frames, { forget: () => known.clear() });
}

// --- inside ---

const firstFrame = "\n    at ";

/** So many stacks are remembered; a run that makes others starts again. */
const stacksMax = 500;
