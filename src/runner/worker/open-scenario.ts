import { realpathSync } from "node:fs";
import path from "node:path";
import { ConfigError } from "../../kernel/errors/config-error.ts";
import { type ErrorParts, GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import { pointerOf } from "../../config/config-problem.ts";
import { LoadError } from "../../subject/loader/index.ts";
import {
  importingStep,
  outsideModule,
  readScenario,
  type ReadSteps,
  scenarioModule,
} from "../../subject/scenarios/index.ts";
import type { LoadCommand } from "../protocol/load-command.ts";

/** A scenario file, ready to be loaded like code. */
export interface OpenScenario {
  /** The text of its module, by the real path of the file. */
  readonly sources: ReadonlyMap<string, string>;
  /** The file itself, as a reader sees it. */
  readonly lines: { readonly file: string; readonly text: readonly string[] };
  /** What was thrown while it was loaded, told of the file and not of its module, if it is that. */
  readonly refusal: (thrown: unknown) => GauntletError | undefined;
}

/** Reads and checks a scenario file and writes the module that stands for it. */
export async function openScenario({ projectRoot, file }: LoadCommand): Promise<OpenScenario> {
  const absolute = path.resolve(projectRoot, file);
  const read = await readScenario({ file: absolute, shown: file });
  if (read.kind !== "steps") throw notExecuted(file);
  refuseOutside(read, { file, projectRoot });
  const code = scenarioModule(read, { file, projectRoot });
  const real = realpathSync(absolute);
  return {
    sources: new Map([[real, code]]),
    lines: { file, text: read.text.split("\n") },
    refusal: (thrown) => {
      if (thrown instanceof ConfigError) return withFrames(thrown, read);
      return thrown instanceof LoadError ? ofImport(thrown, read, real) : undefined;
    },
  };
}

// --- inside ---

/** Steps are data, so they call code of the project only; that code may import what it likes. */
function refuseOutside(
  { scenario, locate }: ReadSteps,
  place: { readonly file: string; readonly projectRoot: string },
): void {
  const outside = outsideModule(scenario, place);
  if (outside === undefined) return;
  const { pointer, module } = outside;
  throw new GauntletError({
    code: "N013",
    what: `\`${pointer}\` names \`${module}\`, which is not in the project`,
    ...locate(pointer),
    note: "a step calls code below the project root only, links followed",
    help: "export it from a file of the project, and name that file",
  });
}

function notExecuted(file: string): GauntletError {
  return new GauntletError({
    code: "N009",
    what: "a `distributed` scenario cannot be executed in this version",
    where: file,
    note: "the file is checked, and `gauntlet test` lists it as not executed",
  });
}

function withFrames({ problems }: ConfigError, { locate }: ReadSteps): GauntletError | undefined {
  const [first, ...others] = problems.map((problem): ErrorParts => {
    return problem.pointer === undefined ? problem : { ...problem, ...locate(problem.pointer) };
  });
  return first === undefined ? undefined : new ConfigError([first, ...others], "scenario");
}

/** A fault that is to strike where there is nothing. */
function ofSeam(error: LoadError, { scenario, locate }: ReadSteps): GauntletError | undefined {
  const isMeant = (at: string | undefined): boolean => error.what.includes(`\`${at ?? ""}\``);
  const faults = Object.entries(scenario.faults ?? {});
  const [name] = faults.find(([, { at }]) => isMeant(at)) ?? [];
  if (name === undefined) return undefined;
  const pointer = pointerOf(["faults", name, "at"]);
  const what = `\`${pointer}\` cannot be resolved: ${error.what}`;
  return new GauntletError({ code: "N010", what, ...locate(pointer), help: error.help });
}

/** A module that a step names and that cannot be found or read. */
function ofImport(error: LoadError, read: ReadSteps, file: string): GauntletError | undefined {
  if (error.code === "SEAM") return ofSeam(error, read);
  if (error.file !== file || error.line === undefined) return undefined;
  const importing = importingStep(read.scenario, error.line);
  if (importing === undefined) return undefined;
  const { pointer, module } = importing;
  const because = error.what.replace(/`[^`]*`/u, () => `\`${module}\``);
  return new GauntletError({
    code: "N012",
    what: `\`${pointer}\` cannot be resolved: ${because}`,
    ...read.locate(pointer),
    help: error.help,
  });
}
