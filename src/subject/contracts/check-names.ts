import { contractPacks } from "../../kernel/judge/contract-names.ts";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import { nearestNames } from "../../config/nearest-name.ts";
import { commandChecks } from "./checks/command-checks.ts";
import { dataChecks } from "./checks/data-checks.ts";
import { lifecycleChecks } from "./checks/lifecycle-checks.ts";
import { securityChecks } from "./checks/security-checks.ts";
import { textChecks } from "./checks/text-checks.ts";
import type { ContractCheck } from "./contract-check.ts";

/** Every check by its name. */
export const contractChecks: ReadonlyMap<string, ContractCheck> = new Map(
  [...commandChecks, ...dataChecks, ...lifecycleChecks, ...securityChecks, ...textChecks].map(
    (check) => [check.name, check],
  ),
);

/** The checks that names and packs mean, each once; a name that is none is the user's mistake. */
export function checksNamed(names: readonly string[]): readonly ContractCheck[] {
  const packs: Readonly<Record<string, readonly string[]>> = contractPacks;
  const wanted = new Set(names.flatMap((name) => packs[name] ?? [name]));
  return [...wanted].map((name) => contractChecks.get(name) ?? refuse(name));
}

// --- inside ---

function refuse(name: string): never {
  const known = [...contractChecks.keys(), ...Object.keys(contractPacks)];
  const [near] = nearestNames(name, known, { countMax: 1 });
  throw new GauntletError({
    code: "C401",
    what: `there is no contract check \`${name}\``,
    help: near === undefined ? `the checks are ${known.join(", ")}` : `did you mean \`${near}\`?`,
  });
}
