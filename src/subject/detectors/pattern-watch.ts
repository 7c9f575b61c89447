import { matchSteps } from "../../kernel/patterns/match-steps.ts";

/** A regular expression that was matched, and how many steps that was, counted. */
export interface SeenPattern {
  readonly pattern: string;
  /** Of the longest scan of one text: another text is begun anew. */
  readonly steps: number;
}

/** What patterns were matched from now on, until it is stopped. */
export interface PatternWatch {
  seen(): readonly SeenPattern[];
  stop(): void;
}

/**
 * Counts the steps of every search, whichever method begins it: they all go through `exec` once it
 * is replaced. A search that would not end is not made: it throws, so that nothing hangs.
 */
export function watchPatterns(stepsMax: number = patternStepsMax): PatternWatch {
  const steps = new Map<string, number>();
  const scans = new WeakMap<RegExp, number>();
  const original = Reflect.getOwnPropertyDescriptor(RegExp.prototype, "exec");
  const exec = RegExp.prototype.exec;
  let isCounting = false;
  const counted = function (this: RegExp, text: unknown): RegExpExecArray | null {
    // Counting matches characters with patterns of its own.
    if (!isCounting) {
      isCounting = true;
      try {
        count(this, String(text));
      } finally {
        isCounting = false;
      }
    }
    return Reflect.apply(exec as (text: unknown) => RegExpExecArray | null, this, [text]);
  };
  const count = (pattern: RegExp, text: string): void => {
    const found = matchSteps(pattern, text, stepsMax);
    if (found === undefined) return;
    const name = String(pattern);
    // A search that goes on from the last match is a part of the same scan.
    const isNext = (pattern.global || pattern.sticky) && pattern.lastIndex > 0;
    const scan = (isNext ? (scans.get(pattern) ?? 0) : 0) + found.steps;
    scans.set(pattern, scan);
    steps.set(name, Math.max(steps.get(name) ?? 0, scan));
    if (found.isFound === undefined) throw new EndlessPattern(name);
  };
  Reflect.defineProperty(RegExp.prototype, "exec", { ...original, value: counted });
  return {
    seen: () => [...steps].map(([pattern, all]) => ({ pattern, steps: all })),
    stop: () => {
      if (original !== undefined) Reflect.defineProperty(RegExp.prototype, "exec", original);
    },
  };
}

/** So many steps of one search are as good as without end. */
export const patternStepsMax = 1_000_000;

/** Thrown in the place of a search that would not end. */
export class EndlessPattern extends Error {
  override readonly name: string = "EndlessPattern";

  constructor(pattern: string) {
    super(`the regular expression ${pattern} takes more steps than are counted`);
  }
}
