import { cpSync } from "node:fs";
import path from "node:path";
import type { ResultDocument } from "../../../src/report/json.ts";
import { repository, TempProject } from "../temp-project.ts";

/** The result of a verb about an agent, and how its process ended. */
export type AgentResult = ResultDocument & { readonly code: number | null };

const packages = ["openai", "@anthropic-ai/sdk", "@modelcontextprotocol/sdk", "zod"];

/** A copy of an example agent in a project of its own; `support-agent/fixed` is a fixed twin. */
export function exampleProject(name: string): TempProject {
  const project = new TempProject();
  cpSync(path.join(repository, "examples", name), project.root, {
    recursive: true,
    filter: (source) => path.basename(source) !== ".gauntlet",
  });
  for (const one of packages) project.link(one);
  return project;
}

/** Changes the configuration of a project; words that are not there are a mistake of the test. */
export function configure(project: TempProject, from: string, to: string): void {
  const text = project.read("gauntlet.toml");
  if (!text.includes(from)) throw new Error(`the configuration does not have ${from}`);
  project.write("gauntlet.toml", text.replace(from, to));
}

/** The part of a result that only agents have. */
export function agentOf({ agent, because }: AgentResult): NonNullable<AgentResult["agent"]> {
  if (agent === undefined) throw new Error(`the result has no agent: ${because}`);
  return agent;
}

/** What decides every conversation and what came of it: a report without what clocks say. */
export function decided(result: AgentResult): unknown {
  const { cells, conversations, scores } = agentOf(result);
  return {
    verdict: result.verdict,
    scores,
    cells: cells.map(({ conversation: _, ...cell }) => cell),
    conversations: conversations.map(({ cell, sent, strikes, answer }) => ({
      cell,
      sent,
      strikes,
      text: answer.text,
    })),
    findings: result.findings.map(({ id, story, shrunk }) => ({ id, story, shrunk })),
  };
}
