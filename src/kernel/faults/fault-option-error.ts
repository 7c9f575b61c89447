import { GauntletError } from "../errors/gauntlet-error.ts";

/** The refusal of a fault that was given an option which means nothing. */
export function faultOptionError(
  kind: string,
  problem: { readonly what: string; readonly given: unknown; readonly help: string },
): GauntletError {
  return new GauntletError({
    code: "S017",
    what: `fault.${kind}: ${problem.what}, got \`${String(problem.given)}\``,
    note: "a fault that can never strike as it was meant would be counted as tried",
    help: problem.help,
  });
}
