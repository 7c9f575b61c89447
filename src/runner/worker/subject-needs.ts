import { readFileSync } from "node:fs";
import path from "node:path";
import { subjectMaker, type SubjectOf } from "../../subject/drive/index.ts";
import { isScenarioFile } from "../../subject/scenarios/scenario-file.ts";
import { gauntletModule, scenarioSubjectModule } from "./gauntlet-module.ts";
import type { LoadCommand } from "../protocol/load-command.ts";

/** What of our own code a file needs. */
export interface SubjectNeeds {
  /** What the file gets for `import … from "gauntlet"` and the like. */
  readonly doors: ReadonlyMap<string, object>;
  readonly subjectOf: SubjectOf;
  /** Whether its runs need to know how much the code does: every call of a scan has a limit. */
  readonly countsWork: boolean;
}

/** Loads what a file needs and nothing else: most are chaos files, and a process starts sooner. */
export async function needsOf({ projectRoot, file, source }: LoadCommand): Promise<SubjectNeeds> {
  const doors = new Map([["gauntlet", gauntletModule]]);
  const hasScenarios = isScenarioFile(file);
  const hasCalls =
    !hasScenarios && asksFor({ file: path.resolve(projectRoot, file), source }, scanSpecifier);
  if (hasCalls)
    doors.set(scanSpecifier, (await import("./scan-subject-module.ts")).scanSubjectModule);
  if (hasScenarios) doors.set("gauntlet/scenario-subject", scenarioSubjectModule);
  const subjectOf = await subjectMaker({ hasCalls, hasScenarios });
  return { doors, subjectOf, countsWork: hasCalls };
}

// --- inside ---

const scanSpecifier = "gauntlet/scan-subject";

/** Only modules that a scan has written import this, and they do so themselves. */
function asksFor(
  { file, source = "" }: { readonly file: string; readonly source?: string | undefined },
  specifier: string,
): boolean {
  try {
    return readFileSync(file, "utf8").includes(specifier);
  } catch {
    return source.includes(specifier); // where there is no text either, loading it says so
  }
}
