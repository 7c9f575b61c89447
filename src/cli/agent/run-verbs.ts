import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import type { VerbCall } from "../verb-call.ts";
import { configuredPhases, runPhases, type WantedProfile } from "./run-phases.ts";

/** `agent run`: the prompts in other words. */
export async function runAgentVerb({ flags, io }: VerbCall<"agent run">): Promise<number> {
  const isChaos = flags.chaos === true || flags.chaosOnly === true;
  if (flags.chaosProfile !== undefined && !isChaos) {
    throw new GauntletError({
      code: "U003",
      what: "`--chaos-profile` says what goes wrong, but nothing is to go wrong",
      where: `--chaos-profile ${flags.chaosProfile}`,
      help: "add `--chaos` or `--chaos-only`",
    });
  }
  const wanted = {
    command: "agent run",
    phases: () => (flags.chaosOnly === true ? (["chaos"] as const) : (["mutation"] as const)),
    profile: profileOf("--chaos-profile", flags.chaosProfile),
    isMutatedUnderChaos: flags.chaos === true,
  };
  return runPhases(wanted, flags, io);
}

/** `agent chaos`: the prompts as they are, while tools and model fail. */
export async function runChaos({ flags, io }: VerbCall<"agent chaos">): Promise<number> {
  const profile = profileOf("--profile", flags.profile);
  const wanted = { command: "agent chaos", phases: () => ["chaos"] as const, profile };
  return runPhases(wanted, flags, io);
}

/** `agent ci`: everything that is configured. */
export function runAgentCi({ flags, io }: VerbCall<"agent ci">): Promise<number> {
  return runPhases({ command: "agent ci", phases: configuredPhases }, flags, io);
}

// --- inside ---

function profileOf(flag: string, name: string | undefined): WantedProfile | undefined {
  return name === undefined ? undefined : { name, flag };
}
