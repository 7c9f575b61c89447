import type { CallTarget } from "../../kernel/subject/call-plan.ts";
import type { ContractConfig, ScanSettings, TargetSelector } from "../../config/index.ts";
import { nearestNames } from "../../config/nearest-name.ts";
import { matchesFile, selects } from "../../config/scan/target-selector.ts";
import { paramNames } from "../../subject/contracts/index.ts";

/** What can be called of the files that are scanned. */
export interface Scannable {
  readonly modules: readonly string[];
  readonly targets: readonly CallTarget[];
  /** Whether no file was named: what is not here is nowhere. */
  readonly isWhole: boolean;
}

/**
 * Entries of the configuration that mean nothing of what is scanned, each in a sentence. A name
 * that nothing has would otherwise pass for a function that keeps its contracts.
 */
export function unmatchedEntries(
  { contracts, objects }: Pick<ScanSettings, "contracts" | "objects">,
  scannable: Scannable,
): readonly string[] {
  const selectors = [
    ...contracts.map(({ target }) => ({ section: "contracts", target })),
    ...objects.map(({ target }) => ({ section: "objects", target })),
  ];
  return [
    ...selectors.flatMap(({ section, target }) => unmatched(section, target, scannable)),
    ...contracts.flatMap((entry) => unknownParams(entry, scannable)),
  ];
}

// --- inside ---

function unmatched(
  section: string,
  selector: TargetSelector,
  { modules, targets, isWhole }: Scannable,
): readonly string[] {
  const { file, name } = selector;
  const isMet = targets.some(({ module, name: own, calls }) =>
    [own, ...calls.map((call) => call.name)].some((one) =>
      selects(selector, { module, name: one }),
    ),
  );
  if (isMet) return [];
  const isHere = file !== undefined && modules.some((module) => matchesFile(file, module));
  const names = targets
    .filter(({ module }) => file === undefined || !isHere || matchesFile(file, module))
    .flatMap((target) => [target.name, ...target.calls.map((call) => call.name)]);
  const [near] = nearestNames(name, names, { countMax: 1 });
  // A scan of some files says nothing of what is in others, unless a name looks like a slip.
  const isKnown = isWhole || isHere || (file === undefined && near !== undefined);
  if (!isKnown) return [];
  const written = file === undefined ? name : `${file}:${name}`;
  return [`[[${section}]] target = "${written}" means nothing that is scanned${meant(near)}`];
}

function unknownParams(
  { target, trackedParams, args, envParam }: ContractConfig,
  { targets }: Scannable,
): readonly string[] {
  const calls = targets.flatMap(({ module, calls: own }) =>
    own.filter(({ name }) => selects(target, { module, name })),
  );
  if (calls.length === 0) return [];
  const names = calls.flatMap(paramNames);
  const given = [
    ...trackedParams.map((name) => ({ key: "tracked_params", name: name.split(".")[0] ?? name })),
    ...Object.keys(args).map((name) => ({ key: "kwargs", name })),
    ...(envParam === undefined ? [] : [{ key: "env_param", name: envParam }]),
  ];
  return given
    .filter(({ name }) => !names.includes(name))
    .map(({ key, name }) => {
      const [near] = nearestNames(name, names, { countMax: 1 });
      const of = target.file === undefined ? target.name : `${target.file}:${target.name}`;
      return `[[contracts]] ${key}: \`${of}\` has no parameter \`${name}\`${meant(near)}`;
    });
}

function meant(near: string | undefined): string {
  return near === undefined ? "" : `; did you mean \`${near}\`?`;
}
