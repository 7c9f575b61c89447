import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { stringify } from "yaml";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import { writeWhole } from "../../store/finding-store.ts";
import { isInside, realPathOf } from "../../config/files/project-paths.ts";
import { readScenario } from "../../subject/scenarios/read-scenario.ts";
import type { Scenario } from "../../subject/scenarios/step.ts";
import { GauntletUsageError } from "./sdk-errors.ts";
import type { WriteOptions } from "./step-methods.ts";

/** The text of a YAML file; nothing in it refers to another part of it. */
export function scenarioYaml(scenario: Scenario): string {
  return stringify(scenario, { aliasDuplicateObjects: false, lineWidth: 100 });
}

/** Writes a scenario that can be run, as a whole, and gives the path of the file. */
export async function writeScenario(
  scenario: Scenario,
  file: string,
  { cwd = process.cwd(), isOutsideAllowed = false }: WriteOptions,
): Promise<string> {
  const target = path.resolve(cwd, file);
  const text = textFor(path.extname(target), scenario);
  if (text === undefined) {
    throw new GauntletUsageError({
      code: "D005",
      what: `\`${file}\` does not end in .json, .yaml or .yml`,
      where: file,
      help: "write `pay.scenario.yaml`",
    });
  }
  if (!isOutsideAllowed && !isInside(realPathOf(target), realPathOf(path.resolve(cwd)))) {
    throw new GauntletUsageError({
      code: "D005",
      what: `\`${file}\` leads out of the folder \`${cwd}\``,
      where: file,
      help: "name a file in it, or say `isOutsideAllowed: true`",
    });
  }
  await refuseWrong(text, file);
  try {
    await writeWhole(target, text);
  } catch (thrown) {
    throw new GauntletUsageError({
      code: "D006",
      what: "the scenario cannot be written",
      where: target,
      note: thrown instanceof Error ? thrown.message : String(thrown),
      help: "check the path, its permissions and the free space",
    });
  }
  return target;
}

// --- inside ---

function textFor(ending: string, scenario: Scenario): string | undefined {
  if (ending === ".json") return `${JSON.stringify(scenario, undefined, 2)}\n`;
  return ending === ".yaml" || ending === ".yml" ? scenarioYaml(scenario) : undefined;
}

/** What a verb that reads the file would say of it: there is one judge, and it reads files. */
async function refuseWrong(text: string, file: string): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "gauntlet-scenario-"));
  try {
    const draft = path.join(folder, `draft${path.extname(file)}`);
    await writeFile(draft, text);
    await readScenario({ file: draft, shown: file });
  } catch (thrown) {
    if (!(thrown instanceof GauntletError)) throw thrown;
    throw new GauntletUsageError(thrown);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
