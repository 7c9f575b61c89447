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
    .summary("put an AI agent through chaos, contracts and replays, and certify it");
  addRunVerbs(agent, io, onExit);
  addContractVerbs(agent, io, onExit);
  addReplayVerbs(agent, io, onExit);
  addCertificateVerbs(agent, io, onExit);
  addRecordVerbs(agent, io, onExit);
  addImport(agent, io);
}
