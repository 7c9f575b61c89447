import { readdirSync, statSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import type { AgentReport } from "../../../src/kernel/agent/index.ts";
import type { TempProject } from "../temp-project.ts";
import { agentProject, lineAgent, smallContract } from "./agent-project.ts";

test("an agent that asks a model a thousand times leaves a report of bounded size", async () => {
  const chatty = lineAgent.replace(
    "async function answer(prompt) {",
    `async function answer(prompt) {
  for (let call = 0; call < 999; call++) await ask(prompt + call + " " + "x".repeat(5_000));
  return ask(prompt);
}
async function ask(prompt) {`,
  );
  const project = agentProject(
    { agent: `${linesOf("agent.mjs")}\ntimeout = 60_000`, contract: failing },
    { "agent.mjs": chatty, "model.yaml": `rules:\n  - say: ${"word ".repeat(40)}\n` },
  );

  const { code, ...rest } = await project.told("agent", "ci");

  const [conversation] = agentOf(rest).conversations;
  // A thousand questions and answers, the turn and its answer; what is too much is counted.
  const { events = [], eventsLeft = 0 } = (conversation ?? {}) as KeptConversation;
  expect(events.length + eventsLeft).toBe(2_002);
  expect(code).toBe(0);
  // The questions have 5 MB together; of most only the beginning is kept.
  expect(bytesBelow(project, ".gauntlet")).toBeLessThan(3_000_000);
});

test("an agent that never stops asking is ended, and of its events so many are kept", async () => {
  const endless = lineAgent.replace(
    "async function answer(prompt) {",
    `async function answer(prompt) {
  for (;;) await ask(prompt + "y".repeat(100_000));
}
async function ask(prompt) {`,
  );
  const project = agentProject(
    { agent: `${linesOf("agent.mjs")}\ntimeout = 2_000`, contract: completing },
    { "agent.mjs": endless },
  );

  const { code, ...rest } = await project.told("agent", "ci");

  const { cells, conversations } = agentOf(rest);
  expect(cells[0]?.because).toMatch(/did not answer within 2000 ms/);
  expect(conversations[0]?.events.length).toBeLessThanOrEqual(20_000);
  expect(code).toBe(1);
  expect(bytesBelow(project, ".gauntlet")).toBeLessThan(20_000_000);
});

test.each([
  ["a process", linesOf("agent.mjs")],
  ["a function", 'type = "function"\nendpoint = "function.mjs#answer"'],
  [
    "a server",
    'type = "http"\ncommand = ["node", "server.mjs"]\nendpoint = "http://127.0.0.1:${PORT}/"',
  ],
])("an agent that is %s cannot reach beyond this machine in a test", async (_, agent) => {
  const reach =
    'fetch("http://192.0.2.1/").then(() => "out", (error) => String(error.cause ?? error))';
  const project = agentProject(
    { agent },
    {
      "agent.mjs": `import { createInterface } from "node:readline";
for await (const _ of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify({ output: await ${reach} }));
}`,
      "function.mjs": `export const answer = () => ${reach};`,
      "server.mjs": `import { createServer } from "node:http";
createServer(async (_, response) => response.end(JSON.stringify({ output: await ${reach} })))
  .listen(process.env.PORT, "127.0.0.1");`,
    },
  );

  const { code, ...rest } = await project.told("agent", "ci");

  const { text } = agentOf(rest).conversations[0]?.answer ?? {};
  expect(text).toMatch(/a test reaches beyond this machine: 192\.0\.2\.1:80/);
  expect(code).toBe(0);
});

test("the wire itself cannot reach beyond this machine in a test either", async () => {
  const project = agentProject({
    upstream: 'type = "provider"\nopenai = "http://192.0.2.1"',
    contract: failing,
  });

  const { code, err } = await project.gauntlet("agent", "ci");

  // The model did not answer, so nothing can be said of the agent.
  expect(err).toMatch(/A009[^]*a test reaches beyond this machine: 192\.0\.2\.1:80/);
  expect(code).toBe(2);
});

// --- inside ---

/** A conversation as a document has it. */
interface KeptConversation {
  readonly events?: readonly unknown[];
  readonly eventsLeft?: number;
}

/** Something fails, so that the report keeps the whole conversation. */
const failing = smallContract.replace(
  'type = "output_not_empty"\nseverity = "critical"',
  'type = "contains"\nvalue = "nowhere"\nseverity = "low"',
);

const completing = smallContract.replace("output_not_empty", "completes");

function linesOf(file: string): string {
  return `type = "process"\ncommand = ["node", "${file}"]\nprotocol = "lines"`;
}

function agentOf(document: object): AgentReport {
  // What `--json` prints has the report of the agent in it.
  return (document as { readonly agent: AgentReport }).agent;
}

function bytesBelow(project: TempProject, folder: string): number {
  const entries = readdirSync(project.path(folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(path.join(entry.parentPath, entry.name)).size, 0);
}
