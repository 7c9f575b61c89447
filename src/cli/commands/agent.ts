import type { Command } from "commander";
import { addCertificateVerbs } from "../agent/certificate-verbs.ts";
import { addContractVerbs } from "../agent/contract-verbs.ts";
import { addImport } from "../agent/import-verb.ts";
import { addRecordVerbs } from "../agent/record-verbs.ts";
import { addReplayVerbs } from "../agent/replay-verbs.ts";
import { addRunVerbs } from "../agent/run-verbs.ts";
import type { Io } from "../io.ts";

/** Adds `agent` and all below it: what an agent does when its tools and its model fail. */
export function addAgent(program: Command, io: Io, onExit: (code: number) => void): void {
  const agent = program
    .command("agent")
    .summary("break the tools and the model of an AI agent, and judge what it does then")
    .addHelpText("after", examples);
  addRunVerbs(agent, io, onExit);
  addContractVerbs(agent, io, onExit);
  addReplayVerbs(agent, io, onExit);
  addCertificateVerbs(agent, io, onExit);
  addRecordVerbs(agent, io, onExit);
  addImport(agent, io);
}

// --- inside ---

const examples = `
The agent is described by \`[agent]\` in gauntlet.toml.

Examples:
  gauntlet agent contract validate             check the rules without asking the agent
  gauntlet agent chaos --profile api_outage    ask while its tools and its model fail
  gauntlet agent ci --min-score 0.9 --json     everything, with one verdict, for CI
  gauntlet agent replay run                    hold what once failed again`;
