import type { CallTarget } from "../../kernel/subject/call-plan.ts";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import { cacheFolder } from "../../config/files/store-links.ts";
import { type ConfiguredTarget, applyPolicy } from "../../campaign/entries/apply-policy.ts";
import { noSuchTarget } from "../../campaign/entries/no-such-target.ts";
import { selectTargets } from "../../campaign/entries/select-targets.ts";
import type { ScanSettings, TargetSelector } from "../../config/index.ts";
import { analyseProject } from "../../subject/plans/index.ts";

/** Which functions of which file are meant; all of it where no name is given. */
export interface WantedCalls {
  /** Relative to the project root. */
  readonly file: string;
  readonly targets?: readonly TargetSelector[] | undefined;
}

/** The targets that are meant, with what the configuration says of them. */
export async function findCalls(
  wanted: readonly WantedCalls[],
  { projectRoot, policies }: { readonly projectRoot: string; readonly policies: ScanSettings },
): Promise<readonly ConfiguredTarget[]> {
  const files = [...new Set(wanted.map(({ file }) => file))];
  const cacheDir = cacheFolder(projectRoot);
  const analysis = await analyseProject({ projectRoot, files, includePrivate: true, cacheDir });
  const found: ConfiguredTarget[] = [];
  for (const { file, targets: selectors } of wanted) {
    const all = analysis.files.find(({ module }) => module === file)?.targets ?? [];
    // What is named is meant, whatever its name begins with.
    const open = all.filter(({ name }) => selectors !== undefined || !name.startsWith("_"));
    const chosen = selectTargets(open, selectors ?? policies.entryFor(file).targets);
    if (chosen.length === 0) throw nothingFound(file, selectors ?? [], all);
    found.push(...chosen.map((target) => applyPolicy(target, policies)));
  }
  return found;
}

/** The files that register fixtures for what is meant. */
export function registriesOf(
  wanted: readonly WantedCalls[],
  policies: ScanSettings,
): readonly string[] {
  return [...new Set(wanted.flatMap(({ file }) => policies.entryFor(file).registries))];
}

// --- inside ---

function nothingFound(
  file: string,
  selectors: readonly TargetSelector[],
  all: readonly CallTarget[],
): GauntletError {
  const asked = selectors.map(({ name }) => name).join(", ");
  if (asked !== "") return noSuchTarget(asked, `${file}:${asked}`, all);
  return new GauntletError({
    code: "U011",
    what: `\`${file}\` exports nothing to call`,
    where: file,
    help: "export a function or a class",
  });
}
