import { readFileSync } from "node:fs";
import type { AgentReport } from "../../../src/kernel/agent/agent-report.ts";
import { TempProject } from "../temp-project.ts";
import { fixture } from "./tool-world.ts";

/** A line of a matrix: what goes wrong, as the config writes it, and whom it can strike. */
export interface MatrixRow {
  readonly name: string;
  readonly faults: string;
  readonly prompts: readonly string[];
}

/** What an agent on the real clients is run with. */
export interface DeskProject {
  /** The fixture that answers, and others that it needs. */
  readonly files: readonly string[];
  readonly model: string;
  /** More of the config: tools, rules. */
  readonly config: string;
  readonly matrix: readonly MatrixRow[];
}

/** Judges an agent in every line of its matrix with the command line, as a user does. */
export async function judged(desk: DeskProject): Promise<AgentReport> {
  const project = new TempProject({ "model.yaml": desk.model });
  for (const name of desk.files) project.write(name, readFileSync(fixture(name)));
  for (const name of packages) project.link(name);
  project.write("gauntlet.toml", configOf(desk));
  const { code, out, err } = await project.gauntlet("agent", "contract", "run", "--json");
  if (code !== 0 && code !== 1) throw new Error(`exit ${code}:\n${out}${err}`);
  const { agent } = JSON.parse(out) as { readonly agent?: AgentReport };
  if (agent === undefined) throw new Error(`no report:\n${out.slice(0, 2_000)}`);
  return agent;
}

// --- inside ---

const packages = ["openai", "@anthropic-ai/sdk", "ai", "@ai-sdk/openai", "@ai-sdk/anthropic"];

function configOf({ files: [main], config, matrix }: DeskProject): string {
  const rows = matrix.map(
    ({ name, faults, prompts }) => `
[[agent.contract.chaos_matrix]]
name = ${JSON.stringify(name)}
prompts = ${JSON.stringify(prompts)}
${faults}`,
  );
  return `[agent]
name = "desk"
type = "function"
endpoint = "${main}#answer"
prompts = ${JSON.stringify(matrix[0]?.prompts)}
shrink_budget = 0

[agent.upstream]
type = "scripted"
file = "model.yaml"

${config}
${rows.join("\n")}
`;
}
