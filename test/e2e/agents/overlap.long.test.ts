import { expect, test } from "vitest";
import type { TempProject } from "../temp-project.ts";
import { agentProject } from "./agent-project.ts";
import { agentOf } from "./example-project.ts";

// An agent that makes many calls at once meets the same faults for the same seed, in whatever
// order its calls come.

/** Makes its calls in another order and at other moments each time; tells what each one got. */
const overlappingAgent = `
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
for await (const line of createInterface({ input: process.stdin })) {
  const { prompt } = JSON.parse(line);
  console.log(JSON.stringify({ output: await answer(Number(prompt)) }));
}
async function answer(count) {
  const calls = Array.from({ length: count }, (_, at) => ({ at, rank: Math.random() }));
  const got = [];
  await Promise.all(
    calls.toSorted((a, b) => a.rank - b.rank).map(async ({ at }) => {
      await wait(Math.random() * 6);
      const response = await fetch(process.env.ITEMS_URL + "/item/" + at + "?trace=" + crypto.randomUUID());
      got[at] = response.status + " " + (await response.text());
    }),
  );
  return got.join("\\n");
}
`;

const itemServer = `
import { createServer } from "node:http";
createServer(({ url }, response) => {
  setTimeout(() => {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ item: url.split("?")[0], price: 12 }));
  }, Math.random() * 6);
}).listen(Number(process.env.PORT), "127.0.0.1");
`;

const tools = `[[agent.tools]]
name = "items"
url = "http://127.0.0.1:\${PORT}"
env = "ITEMS_URL"
command = ["node", "items.mjs"]
`;

function sessionOf(id: string, triggers: readonly string[]): string {
  const modes = ["error", "malformed"];
  const faults = triggers.map(
    (trigger, at) =>
      `  - { id: f${at}, layer: tool, tool: items, mode: ${modes[at]}, trigger: { ${trigger} } }`,
  );
  return `id: ${id}\ninput: "20"\nseed: ${id}\ncell: ${id}\nfaults:\n${faults.join("\n")}\n`;
}

const sessions = {
  "chance.yaml": sessionOf("chance", ["probability: 0.3", "probability: 0.3"]),
  "times.yaml": sessionOf("times", ["times: 3"]),
  "every.yaml": sessionOf("every", ["every: 4", "on: [2]"]),
} as const;

test.for([
  ["chance.yaml", 120],
  ["times.yaml", 40], // each is held back for a moment, so that its calls have an order
  ["every.yaml", 40],
] as const)(
  "conversations with 20 calls at once: the agent sees the same each time (%s, %i of them)",
  async ([session, count]) => {
    const project = overlapProject();
    const result = await project.told("agent", "replay", "run", session, "--trials", String(count));
    const { conversations } = agentOf(result);
    expect(conversations).toHaveLength(count);
    const seen = new Set(conversations.map(({ answer }) => answer.text));
    expect(seen.size).toBe(1);
    const [text = ""] = seen;
    const struck = text.split("\n").filter((line) => !line.startsWith('200 {"item"'));
    expect(struck.length).toBeGreaterThanOrEqual(2);
    expect(struck.length).toBeLessThan(20);
  },
);

test("a finding on one of two calls at once fails in 20 of 20 replays", async () => {
  const project = overlapProject(`[[agent.invariants]]
id = "both prices"
type = "regex"
pattern = "item/0[^\\\\n]*\\\\n200"
severity = "critical"

[agent.chaos]
tool_faults = [{ tool = "items", mode = "error", probability = 0.5 }]
`);
  const found = await project.told("agent", "chaos", "--trials", "8", "--seed", "7");
  expect(found.code).toBe(1);
  const finding = found.findings[0]?.id ?? "";
  for (let time = 0; time < 20; time++) {
    const again = await project.told("replay", finding);
    expect([time, again.code]).toEqual([time, 1]);
  }
});

// --- inside ---

function overlapProject(more = ""): TempProject {
  const invariants = more === "" ? anyAnswer : more;
  return agentProject(
    {
      agent:
        'type = "process"\ncommand = ["node", "agent.mjs"]\nprotocol = "lines"\nprompts = ["2"]',
      invariants,
      contract: "",
      more: tools,
    },
    { "agent.mjs": overlappingAgent, "items.mjs": itemServer, ...sessions },
  );
}

const anyAnswer = `[[agent.invariants]]
id = "answers"
type = "output_not_empty"
severity = "low"
`;
