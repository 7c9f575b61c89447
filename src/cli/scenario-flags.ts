import { GauntletError } from "../kernel/errors/gauntlet-error.ts";
import { isScenarioFile } from "../subject/scenarios/scenario-file.ts";
import { flagGroups } from "./flag-table.ts";
import type { BackendFlags, TestFlags } from "./flags.ts";
import { flagText } from "./verb-spec.ts";

/** Refuses flags that say opposite things. */
export function refuseOpposite({ strict, unsafe }: Pick<TestFlags, "strict" | "unsafe">): void {
  if (strict !== true || unsafe !== true) return;
  throw new GauntletError({
    code: "U009",
    what: "`--strict` and `--unsafe` say opposite things",
    where: "--strict --unsafe",
    help: "leave one of them out",
  });
}

/** Refuses flags of scenarios where there is none: they would change nothing. */
export function refuseWithoutScenario(
  flags: BackendFlags,
  subjects: readonly { readonly target: { readonly file: string } }[],
): void {
  if (subjects.some(({ target }) => isScenarioFile(target.file))) return;
  const given = backendNames.find((name) => flags[name] !== undefined);
  if (given === undefined) return;
  const flag = `--${flagText(given)}`;
  throw new GauntletError({
    code: "U009",
    what: `\`${flag}\` is only of use with a scenario file`,
    where: flag,
    help: "leave it out",
  });
}

/** What the command line says about a scenario, and nothing else. */
export function backendsIn(flags: BackendFlags): BackendFlags {
  const given = backendNames.filter((name) => flags[name] !== undefined);
  return Object.fromEntries(given.map((name) => [name, flags[name]]));
}

// --- inside ---

const backendNames = flagGroups.backends.flags;
