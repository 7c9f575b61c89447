import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseSync } from "oxc-parser";
import { gauntletCommand, shellWord } from "../../kernel/patterns/shell-command.ts";
import { keptRegressionFiles, regressionsFolder } from "../../store/regression-files.ts";
import { findChaosSubjects } from "../../subject/chaos-files.ts";
import { type Config, loadConfig } from "../../config/index.ts";
import { findScenarios, readScenario } from "../../subject/scenarios/index.ts";
import { type Check, type CheckedProject, problemOf } from "./check.ts";

/** The files of a project that are ours: its config, its tests and its regressions. */
export interface OwnFiles {
  readonly checks: readonly Check[];
  /** Undefined where it cannot be read. */
  readonly config: Config | undefined;
  /** Absolute. */
  readonly chaosFiles: readonly string[];
}

/** Reads config, chaos files, scenarios and regressions, and runs nothing of them. */
export async function fileChecks(project: CheckedProject): Promise<OwnFiles> {
  const { config, check } = await configCheck(project);
  const subjects = await findChaosSubjects(project.root);
  const chaosFiles = [...new Set(subjects.map(({ file }) => file))];
  const scenarios = await findScenarios([], { cwd: project.root, root: project.root });
  const tests = [
    ...chaosChecks(chaosFiles, subjects.length, project),
    ...(await scenarioChecks(scenarios.files, project)),
  ];
  const isEmpty = chaosFiles.length + scenarios.files.length === 0;
  const regressions = regressionChecks([...chaosFiles, ...scenarios.files], project);
  const checks = [check, ...(isEmpty ? [noTests] : tests), ...regressions];
  return { checks, config, chaosFiles };
}

// --- inside ---

const noTests: Check = {
  name: "tests",
  state: "note",
  says: "no `*.chaos.ts` and no `*.scenario.yaml` yet",
  help: "npx gauntlet init",
};

async function configCheck({
  root,
  cwd,
  config: named,
}: CheckedProject): Promise<{ readonly config: Config | undefined; readonly check: Check }> {
  const name = "config";
  try {
    const config = await loadConfig({ cwd, ...(named === undefined ? {} : { path: named }) });
    // A pattern that matches nothing is found out only when somebody asks.
    for (const test of config.tests) await test.resolve();
    const shown = config.file === undefined ? undefined : shownIn(root, config.file);
    const says = shown === undefined ? "none; the defaults hold" : `${shown} is valid`;
    return { config, check: { name, state: "fine", says } };
  } catch (thrown) {
    const { says, help = "npx gauntlet explore says where" } = problemOf(thrown);
    return { config: undefined, check: { name, state: "blocked", says, help } };
  }
}

function chaosChecks(
  files: readonly string[],
  subjectsCount: number,
  { root }: CheckedProject,
): readonly Check[] {
  const name = "chaos tests";
  if (files.length === 0) return [];
  const broken = files.flatMap((file): Check[] => {
    const problem = syntaxProblem(file);
    if (problem === undefined) return [];
    const says = `${shownIn(root, file)}${problem}`;
    return [{ name, state: "blocked", says, help: "correct the line; no run can load the file" }];
  });
  if (broken.length > 0) return broken;
  const [first = ""] = files;
  const where = files.length === 1 ? shownIn(root, first) : `${String(files.length)} files`;
  return [{ name, state: "fine", says: `${String(subjectsCount)} in ${where}` }];
}

function syntaxProblem(file: string): string | undefined {
  try {
    const text = readFileSync(file, "utf8");
    const [error] = parseSync(file, text).errors;
    if (error === undefined) return undefined;
    const line = text.slice(0, error.labels[0]?.start ?? 0).split("\n").length;
    return `:${String(line)}: ${error.message}`;
  } catch (thrown) {
    return `: ${problemOf(thrown).says}`;
  }
}

async function scenarioChecks(
  files: readonly string[],
  { root }: CheckedProject,
): Promise<readonly Check[]> {
  const name = "scenarios";
  if (files.length === 0) return [];
  const broken: Check[] = [];
  for (const file of files) {
    const shown = shownIn(root, file);
    try {
      await readScenario({ file, shown });
    } catch (thrown) {
      const { says } = problemOf(thrown);
      broken.push({ name, state: "blocked", says, help: validateCommand(shown) });
    }
  }
  if (broken.length > 0) return broken;
  return [{ name, state: "fine", says: `${String(files.length)} that can be read` }];
}

function validateCommand(file: string): string {
  return gauntletCommand("validate", { words: [file] });
}

/** A regression whose test is gone is replayed by nobody. */
function regressionChecks(tests: readonly string[], { root }: CheckedProject): readonly Check[] {
  const name = "regressions";
  const kept = keptRegressionFiles(root);
  const ofScans = existsSync(path.join(root, "test/gauntlet-regressions"));
  const known = new Set(tests.map(regressionsFolder));
  const folders = [...new Set(kept.map((file) => path.dirname(file)))];
  const orphans = folders.filter((folder) => !known.has(folder)).map((one) => shownIn(root, one));
  const [first] = orphans;
  if (first !== undefined) {
    const says = `the test that ${first} belongs to is gone, so nothing replays it`;
    return [
      { name, state: "note", says, help: `bring the test back, or git rm -r ${shellWord(first)}` },
    ];
  }
  const saved =
    kept.length === 0 ? "none saved" : `${String(kept.length)} saved beside their tests`;
  const scans = ofScans ? "; those of scans are in test/gauntlet-regressions" : "";
  return [{ name, state: "fine", says: `${saved}${scans}` }];
}

function shownIn(root: string, file: string): string {
  return path.relative(root, file).split(path.sep).join("/");
}
