import type { Command } from "commander";
import { addReadFlags, type ReadFlags } from "../flags.ts";
import type { Io } from "../io.ts";
import { sayDocument } from "../say-document.ts";
import { addAgentFlags, addAskFlags, type AgentFlags, type AskFlags } from "./agent-flags.ts";
import { agentPlaceOf } from "./agent-place.ts";
import { resultOf, runPhases } from "./run-phases.ts";
import { contractOf } from "./contract-of.ts";
import { exitCodes } from "../io.ts";

/** Adds `agent contract run`, `validate` and `score`. */
export function addContractVerbs(agent: Command, io: Io, onExit: (code: number) => void): void {
  const contract = agent
    .command("contract")
    .summary("judge the rules of an agent in every scenario of its contract");
  addAgentFlags(
    contract.command("run").summary("judge every rule in every scenario, and make failures small"),
  ).action(async (flags: AgentFlags) => onExit(await run(flags, io)));
  addReadFlags(
    contract.command("validate").summary("check the contract without asking the agent"),
  ).action((flags: ReadFlags) => validate(flags, io));
  addAskFlags(
    contract.command("score").summary("judge every rule, and print the score alone"),
  ).action(async (flags: AskFlags) => onExit(await score(flags, io)));
}

// --- inside ---

const phases = () => ["contract"] as const;

async function run(flags: AgentFlags, io: Io): Promise<number> {
  contractOf(await agentPlaceOf(flags, io));
  return runPhases({ command: "agent contract run", phases }, flags, io);
}

async function validate(flags: ReadFlags, io: Io): Promise<void> {
  const { name, invariants, scenarios } = contractOf(await agentPlaceOf(flags, io));
  const rules = `${invariants.length} rules in ${scenarios.length} scenarios`;
  sayDocument(io, flags, {
    command: "agent contract validate",
    text: `contract ${name}: ${rules}`,
    data: {
      contract: name,
      invariants: invariants.map(({ id }) => id),
      scenarios: scenarios.map((scenario) => scenario.name),
    },
    verdict: "held",
  });
}

async function score(flags: AskFlags, io: Io): Promise<number> {
  const place = await agentPlaceOf(flags, io);
  contractOf(place);
  const wanted = { command: "agent contract score", phases };
  const result = await resultOf(wanted, flags, { place, io });
  const reached = result.agent?.scores.contract_compliance;
  const { verdict } = result;
  sayDocument(io, flags, {
    command: "agent contract score",
    text: reached === undefined ? "none" : reached.toFixed(4),
    data: { score: reached, because: result.because },
    verdict,
  });
  return result.because === "interrupted" ? exitCodes.interrupted : exitCodes[verdict];
}
