import type { ErrorParts } from "./gauntlet-error.ts";
import { GauntletError } from "./gauntlet-error.ts";

/** Which kind of file has problems. */
export type FileNoun = "config" | "scenario" | "session" | "contract";

/** A file that cannot be used; it carries every problem that was found, not only the first. */
export class ConfigError extends GauntletError {
  override readonly name: string = "ConfigError";
  readonly problems: readonly ErrorParts[];

  constructor(problems: readonly [ErrorParts, ...ErrorParts[]], noun: FileNoun = "config") {
    super(problems.length === 1 ? problems[0] : together(problems, noun));
    this.problems = problems;
  }
}

/** Throws all problems as one error, or does nothing when there are none. */
export function throwProblems(problems: readonly ErrorParts[], noun: FileNoun = "config"): void {
  const [first, ...others] = problems;
  if (first !== undefined) throw new ConfigError([first, ...others], noun);
}

// --- inside ---

const problemsShownMax = 5;

const severalCodes = {
  config: "C000",
  scenario: "N000",
  session: "A060",
  contract: "C000",
} as const;

function together(problems: readonly [ErrorParts, ...ErrorParts[]], noun: FileNoun): ErrorParts {
  const file = problems[0].where?.replace(/(?::\d+)+$/u, "");
  const shown = problems.slice(0, problemsShownMax);
  const hidden = problems.length - shown.length;
  const frame = shown.flatMap((problem, index) => problemLines(problem, index + 1));
  if (hidden > 0) frame.push(`and ${hidden} more`);
  const what = `the ${noun} has ${problems.length} problems`;
  return { code: severalCodes[noun], what, where: file, frame };
}

function problemLines(problem: ErrorParts, position: number): readonly string[] {
  const lines = [`${position}. ${problem.code}: ${problem.what}`];
  if (problem.where !== undefined) lines.push(`   --> ${problem.where}`);
  for (const line of problem.frame ?? []) lines.push(`    ${line}`);
  if (problem.note !== undefined) lines.push(`   note: ${problem.note}`);
  if (problem.help !== undefined) lines.push(`   help: ${problem.help}`);
  return lines;
}
