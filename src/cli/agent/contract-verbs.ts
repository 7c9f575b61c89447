import { amountText, printable, scoreText } from "../../report/index.ts";
import { sectionIn } from "../../report/section.ts";
import { agentSection } from "../../report/sections/agent.ts";
import { sayDocument } from "../say-document.ts";
import type { VerbCall } from "../verb-call.ts";
import { agentContextOf } from "./agent-context.ts";
import { contractOf } from "./contract-of.ts";
import { resultOf, runPhases } from "./run-phases.ts";

/** `agent contract run`: judges every rule in every scenario. */
export async function runContract({ flags, io }: VerbCall<"agent contract run">): Promise<number> {
  contractOf(await agentContextOf(flags, io));
  return runPhases({ command: "agent contract run", phases }, flags, io);
}

/** `agent contract validate`: reads the contract, and asks nobody. */
export async function validateContract({
  flags,
  io,
}: VerbCall<"agent contract validate">): Promise<number> {
  const { name, invariants, scenarios } = contractOf(await agentContextOf(flags, io));
  const rules = amountText(invariants.length, "rule");
  const places = amountText(scenarios.length, "scenario");
  return sayDocument(io, flags, {
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

/** `agent contract score`: the score alone. */
export async function scoreContract({
  flags,
  io,
}: VerbCall<"agent contract score">): Promise<number> {
  const place = await agentContextOf(flags, io);
  contractOf(place);
  const wanted = { command: "agent contract score", phases };
  const result = await resultOf(wanted, flags, { place, io });
  const reached = sectionIn(result, agentSection)?.scores.contract_compliance;
  return sayDocument(io, flags, {
    command: "agent contract score",
    text: scoreText(reached),
    data: {
      score: reached,
      seed: result.summary.seed,
      ...(result.because === "" ? {} : { because: result.because }),
    },
    verdict: result.verdict,
    isInterrupted: result.because === "interrupted",
  });
}

// --- inside ---

const phases = () => ["contract"] as const;
