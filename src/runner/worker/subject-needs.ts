import { readFileSync } from "node:fs";
import path from "node:path";
import { subjectMaker, type SubjectOf } from "../../subject/drive/index.ts";
import { importedPackages } from "../../subject/fuzz/imported-packages.ts";
import { isScenarioFile } from "../../subject/scenarios/scenario-file.ts";
import { frontDoor, scenarioDoor } from "./front-door.ts";
import type { LoadCommand } from "../protocol/load-command.ts";

/** What of our own code a file needs. */
export interface SubjectNeeds {
  /** What the file gets for `import … from "gauntlet"` and the like. */
  readonly doors: ReadonlyMap<string, object>;
  readonly subjectOf: SubjectOf;
  /** Whether its runs need to know how much the code does: every call of a scan and input has a limit. */
  readonly countsWork: boolean;
  /** Packages that are loaded and counted as the project's own files are: what a test fuzzes. */
  readonly packages: readonly string[];
}

/** Loads what a file needs and nothing else: most are chaos files, and a process starts sooner. */
export async function needsOf({ projectRoot, file, source }: LoadCommand): Promise<SubjectNeeds> {
  const doors = new Map([["gauntlet", frontDoor]]);
  const hasScenarios = isScenarioFile(file);
  const hasCalls =
    !hasScenarios && asksFor({ file: path.resolve(projectRoot, file), source }, scanSpecifier);
  if (hasCalls) doors.set(scanSpecifier, (await import("./scan-door.ts")).scanDoor);
  if (hasScenarios) doors.set("gauntlet/scenario-subject", scenarioDoor);
  const hasFuzz =
    !hasScenarios && asksFor({ file: path.resolve(projectRoot, file), source }, fuzzName);
  const packages = hasFuzz ? importedPackages({ projectRoot, file, source }) : [];
  const subjectOf = await subjectMaker({ hasCalls, hasScenarios, hasFuzz });
  return { doors, subjectOf, countsWork: hasCalls || hasFuzz, packages };
}

// --- inside ---

const scanSpecifier = "gauntlet/scan-subject";

/** Whoever makes a fuzz test names the function that does; a file that only has the word loads more. */
const fuzzName = "fuzz";

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
