import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import type { HostUse } from "../../kernel/trace/trace.ts";
import type { SimWorld } from "../sim-world.ts";

/**
 * Ends the run where it would really ask the machine and may not: the run of a trace that brought
 * its own settings. What is recorded was given back before, so this is only about what is not.
 */
export function demandGranted(world: SimWorld, seam: keyof HostUse, label: string): void {
  if (world.host.granted[seam] === true) return;
  const error = new GauntletError({
    code: "W419",
    what:
      `the run asks the machine for \`${label}\`, which the trace does not answer; ` +
      "`--allow-host` lets it",
    help: "add `--allow-host` if you trust the trace and the code",
  });
  world.onRefused(error);
  throw error;
}
