import { cpSync } from "node:fs";
import path from "node:path";
import { cli, type Outcome, repository } from "../command-line.ts";
import { TempProject } from "../temp-project.ts";

/** The agents of examples/travel-agents with a rule that is not critical, and with chaos. */
export function travelProject(): TempProject {
  const project = new TempProject();
  project.link("openai");
  cpSync(path.join(repository, "examples", "travel-agents"), project.root, {
    recursive: true,
    filter: (source) => !/(?:\.gauntlet|fixed)$/u.test(path.relative(repository, source)),
  });
  const config = project.read("gauntlet.toml");
  project.write(
    "gauntlet.toml",
    config.replace('severity = "critical"', 'severity = "low"') + more,
  );
  return project;
}

/** Runs the command line in this process, as a user would who has a PATH. */
export function agentCli(
  project: TempProject,
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  return cli(project.root, words, { env: { PATH: process.env["PATH"], ...env } });
}

// --- inside ---

const more = `
[agent.chaos]
tool_faults = [{ tool = "booker", mode = "error" }]

[agent.mutations]
types = ["noise"]
count = 1
`;
