import type { Command } from "commander";
import { addReadFlags, type ReadFlags } from "../flags.ts";
import { exitCodes, type Io } from "../io.ts";
import { amountText, printable, scoreText } from "../../report/index.ts";
import { sectionIn } from "../../report/section.ts";
import { agentSection } from "../../report/sections/agent.ts";
import { sayDocument } from "../say-document.ts";
import { addAgentFlags, addScoreFlags, type AgentFlags, type TalkFlags } from "./agent-flags.ts";
import { agentContextOf } from "./agent-context.ts";
import { contractOf } from "./contract-of.ts";
import { resultOf, runPhases } from "./run-phases.ts";

type ScoreFlags = ReadFlags & TalkFlags;

/** Adds `agent contract run`, `validate` and `score`. */
export function addContractVerbs(agent: Command, io: Io, onExit: (code: number) => void): void {
  const contract = agent
    .command("contract")
    .summary("judge the rules of its contract in every scenario of chaos");
  addAgentFlags(
    contract
      .command("run")
      .summary("judge every rule in every scenario, and make what fails small"),
  ).action(async (flags: AgentFlags) => onExit(await run(flags, io)));
  addReadFlags(
    contract.command("validate").summary("check the contract, without asking the agent"),
  ).action((flags: ReadFlags) => validate(flags, io));
  addScoreFlags(
    contract.command("score").summary("judge every rule, and print the score alone"),
  ).action(async (flags: ScoreFlags) => onExit(await score(flags, io)));
}

// --- inside ---

const phases = () => ["contract"] as const;

async function run(flags: AgentFlags, io: Io): Promise<number> {
  contractOf(await agentContextOf(flags, io));
  return runPhases({ command: "agent contract run", phases }, flags, io);
}

async function validate(flags: ReadFlags, io: Io): Promise<void> {
  const { name, invariants, scenarios } = contractOf(await agentContextOf(flags, io));
  const rules = amountText(invariants.length, "rule");
  const places = amountText(scenarios.length, "scenario");
  sayDocument(io, flags, {
    command: "agent contract validate",
    text: `contract ${printable(name)}: ${rules} in ${places}`,
    data: {
      contract: name,
      invariants: invariants.map(({ id }) => id),
      scenarios: scenarios.map((scenario) => scenario.name),
    },
    verdict: "held",
  });
}

async function score(flags: ScoreFlags, io: Io): Promise<number> {
  const place = await agentContextOf(flags, io);
  contractOf(place);
  const wanted = { command: "agent contract score", phases };
  const result = await resultOf(wanted, flags, { place, io });
  const reached = sectionIn(result, agentSection)?.scores.contract_compliance;
  const { verdict } = result;
  sayDocument(io, flags, {
    command: "agent contract score",
    text: scoreText(reached),
    data: {
      score: reached,
      seed: result.summary.seed,
      ...(result.because === "" ? {} : { because: result.because }),
    },
    verdict,
  });
  return result.because === "interrupted" ? exitCodes.interrupted : exitCodes[verdict];
}
