import type { Command } from "commander";
import { GauntletError } from "../../kernel/errors/gauntlet-error.ts";
import type { Io } from "../io.ts";
import { addAgentFlags, type AgentFlags } from "./agent-flags.ts";
import { configuredPhases, runPhases, type WantedProfile } from "./run-phases.ts";

interface RunFlags extends AgentFlags {
  readonly chaos?: boolean;
  readonly chaosProfile?: string;
  readonly chaosOnly?: boolean;
}

interface ChaosFlags extends AgentFlags {
  readonly profile?: string;
}

/** Adds `agent run`, `agent chaos` and `agent ci`. */
export function addRunVerbs(agent: Command, io: Io, onExit: (code: number) => void): void {
  addAgentFlags(
    agent.command("run").summary("ask the prompts in other words; with --chaos, under chaos too"),
  )
    .option("--chaos", "while what `[agent.chaos]` says goes wrong")
    .option(
      "--chaos-profile <name>",
      "with --chaos or --chaos-only: a profile instead of `[agent.chaos]`",
    )
    .option("--chaos-only", "only the prompts as they are, as `agent chaos` does")
    .action(async (flags: RunFlags) => onExit(await run(flags, io)));
  addAgentFlags(
    agent.command("chaos").summary("ask the prompts as they are while tools and model fail"),
  )
    .option("--profile <name>", "a profile instead of `[agent.chaos]`: api_outage and more")
    .action(async (flags: ChaosFlags) => {
      const profile = profileOf("--profile", flags.profile);
      const wanted = { command: "agent chaos", phases: () => ["chaos"] as const, profile };
      onExit(await runPhases(wanted, flags, io));
    });
  addAgentFlags(
    agent.command("ci").summary("do everything that is configured, with one score and one verdict"),
  ).action(async (flags: AgentFlags) => {
    onExit(await runPhases({ command: "agent ci", phases: configuredPhases }, flags, io));
  });
}

// --- inside ---

function run(flags: RunFlags, io: Io): Promise<number> {
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

function profileOf(flag: string, name: string | undefined): WantedProfile | undefined {
  return name === undefined ? undefined : { name, flag };
}
