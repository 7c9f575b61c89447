import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { AgentReport } from "../../../src/kernel/agent/index.ts";
import type { TempProject } from "../temp-project.ts";
import { agentProject, smallContract } from "./agent-project.ts";

test("an agent that dies in the middle leaves what was judged before, and no verdict", async () => {
  const project = agentProject(
    {
      agent:
        'type = "http"\ncommand = ["node", "server.mjs"]\ntrials = 5\n' +
        'endpoint = "http://127.0.0.1:${PORT}/"',
      contract: smallContract.replace("critical", "high"),
    },
    {
      "server.mjs": `import { createServer } from "node:http";
let asked = 0;
createServer((_, response) => {
  asked += 1;
  if (asked === 6) process.exit(9); // three are asked before the campaign
  response.end(JSON.stringify({ output: "yes" }));
}).listen(process.env.PORT, "127.0.0.1");`,
    },
  );

  const { code, verdict, because, ...rest } = await project.told("agent", "ci");

  const { cells } = agentOf(rest);
  expect(cells.map(({ state }) => state)).toEqual(["pass", "pass", "fail", "error", "error"]);
  expect(cells[2]?.because).toMatch(/socket hang up: it exited with 9/);
  expect(cells[3]?.because).toMatch(/cannot be reached: .*ECONNREFUSED/);
  expect({ code, verdict }).toEqual({ code: 3, verdict: "unknown" });
  expect(because).toMatch(/answers in no-chaos: the agent cannot be reached/);
});

test("an agent that was there only at first is unknown, even by a small rule", async () => {
  const project = agentProject(
    {
      agent:
        'type = "http"\ncommand = ["node", "server.mjs"]\ntrials = 3\n' +
        'endpoint = "http://127.0.0.1:${PORT}/"',
      contract: smallContract.replace("critical", "low"),
    },
    {
      "server.mjs": `import { createServer } from "node:http";
let asked = 0;
const server = createServer((_, response) => {
  asked += 1;
  if (asked === 5) server.close();
  response.end(JSON.stringify({ output: "yes" }));
}).listen(process.env.PORT, "127.0.0.1");`,
    },
  );

  const { code, verdict, because, ...rest } = await project.told("agent", "ci");

  const { cells } = agentOf(rest);
  expect(cells.map(({ state }) => state)).toEqual(["pass", "pass", "error"]);
  expect({ code, verdict }).toEqual({ code: 3, verdict: "unknown" });
  expect(because).toMatch(/answers in no-chaos: the agent cannot be reached/);
});

test("a service of a tool that ends is told to the agent, and the run goes on", async () => {
  const project = agentProject(
    {
      more: `[[agent.tools]]
name = "shop"
url = "http://127.0.0.1:\${PORT}/"
env = "SHOP_URL"
command = ["node", "shop.mjs"]`,
    },
    {
      "agent.mjs": lineAgent("(await fetch(process.env.SHOP_URL)).status"),
      "shop.mjs": `import { createServer } from "node:http";
createServer(() => process.exit(3)).listen(process.env.PORT, "127.0.0.1");`,
    },
  );

  const { code, ...rest } = await project.told("agent", "ci");

  expect(agentOf(rest).conversations[0]?.answer.text).toBe("502");
  expect(code).toBe(0);
});

test("a cassette that was recorded answers; with one letter changed it is refused", async () => {
  const project = agentProject({}, { "once.mjs": onceAgent });
  const recorded = await project.gauntlet("agent", "record", "--", "node", "once.mjs");
  expect(recorded).toMatchObject({ code: 0, err: expect.stringContaining("1 exchange") });
  const config = project.read("gauntlet.toml");
  const upstream = 'type = "cassette"\nfile = "cassette.jsonl"';
  project.write("gauntlet.toml", config.replace(/type = "scripted"\nfile = .*/u, upstream));
  const whole = project.read("cassette.jsonl");

  expect(await project.gauntlet("agent", "ci")).toMatchObject({ code: 0 });
  for (const [broken, told] of [
    [whole.replace("Hello", "Jello"), /A033[^]*cassette\.jsonl:\d+/],
    [whole.slice(0, -20), /A033[^]*cassette\.jsonl/],
    [whole.replace(/"version":\d+/u, '"version":99'), /A03[34]/],
    [whole.split("\n").slice(1).join("\n"), /A03[34]/],
  ] as const) {
    expect(broken).not.toBe(whole);
    project.write("cassette.jsonl", broken);
    const { code, err } = await project.gauntlet("agent", "ci");
    expect({ code, err }).toEqual({ code: 2, err: expect.stringMatching(told) });
  }
});

test("an interrupted campaign prints one document and leaves no process behind", async () => {
  const project = agentProject(
    {
      agent: 'type = "process"\ncommand = ["node", "agent.mjs"]\nprotocol = "lines"\ntrials = 500',
      more: `[[agent.tools]]
name = "shop"
url = "http://127.0.0.1:\${PORT}/"
env = "SHOP_URL"
command = ["node", "shop.mjs"]

[[agent.mcp]]
name = "notes"
command = ["node", "notes.mjs"]
env = "NOTES_COMMAND"

[report]
verbose = true`,
    },
    {
      "agent.mjs": `${leavesPid("agent")}
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
spawn(process.execPath, ["child.mjs"], { stdio: "ignore" });
spawn(process.env.NOTES_COMMAND, { shell: true, stdio: ["pipe", "ignore", "ignore"] });
while (!existsSync("notes.pid") || !existsSync("child.pid")) {
  await new Promise((resolve) => setTimeout(resolve, 20));
}
${lineAgent('await new Promise((resolve) => setTimeout(resolve, 100)) ?? "yes"')}`,
      "child.mjs": `${leavesPid("child")}
process.on("SIGTERM", () => {});
setInterval(() => {}, 1000);`,
      "notes.mjs": `${leavesPid("notes")}\nsetInterval(() => {}, 1000);`,
      "shop.mjs": `${leavesPid("shop")}
import { createServer } from "node:http";
createServer((_, response) => response.end("ok")).listen(process.env.PORT, "127.0.0.1");`,
    },
  );

  const when = /\d+ of 500 conversations/;
  const { code, out } = await project.interrupted(when, "agent", "ci", "--json");

  const document = JSON.parse(out) as { agent?: AgentReport; verdict: string; because: string };
  expect(document).toMatchObject({ verdict: "unknown", because: "interrupted" });
  expect(document.agent?.cells.length).toBeGreaterThan(0);
  expect(document.agent?.cells.length).toBeLessThan(500);
  expect(code).toBe(130);
  expect(left(project)).toEqual({ agent: "gone", child: "gone", notes: "gone", shop: "gone" });
});

test("an interrupt while the agent is still being started ends it at once", async () => {
  const project = agentProject(
    {
      agent:
        'type = "http"\ncommand = ["node", "server.mjs"]\n' +
        'endpoint = "http://127.0.0.1:${PORT}/"',
      more: '[[agent.tools]]\nname = "shop"\nurl = "http://127.0.0.1:9/"\nenv = "SHOP_URL"',
    },
    {
      "server.mjs": `${leavesPid("agent")}
process.kill(process.ppid, "SIGINT");
setInterval(() => {}, 1000);`,
    },
  );

  const began = performance.now();
  const { code, out } = await project.gauntlet("agent", "ci", "--json");

  expect(performance.now() - began).toBeLessThan(30_000); // as long as it waits for a port
  expect(JSON.parse(out)).toMatchObject({ verdict: "unknown", because: "interrupted" });
  expect(code).toBe(130);
  expect(left(project)).toEqual({ agent: "gone" });
});

// --- inside ---

function agentOf(document: object): AgentReport {
  // What `--json` prints has the report of the agent in it.
  return (document as { readonly agent: AgentReport }).agent;
}

/** An agent that is given lines and answers with the value of an expression. */
function lineAgent(expression: string): string {
  return `import { createInterface } from "node:readline";
for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify({ output: String(${expression}) }));
}`;
}

const onceAgent = `const response = await fetch(process.env.OPENAI_BASE_URL + "/chat/completions", {
  method: "POST",
  headers: { "content-type": "application/json", authorization: "Bearer none" },
  body: JSON.stringify({ model: "m", messages: [{ role: "user", content: "Say hello." }] }),
});
console.log((await response.json()).choices[0].message.content);`;

/** Writes down which process it is. */
function leavesPid(name: string): string {
  return `import { writeFileSync } from "node:fs";
writeFileSync("${name}.pid", String(process.pid));`;
}

function left(project: TempProject): Readonly<Record<string, string>> {
  const names = readdirSync(project.root).filter((name) => name.endsWith(".pid"));
  return Object.fromEntries(
    names.map((name) => [name.replace(".pid", ""), isThere(Number(project.read(name)))]),
  );
}

function isThere(pid: number): "there" | "gone" {
  try {
    process.kill(pid, 0);
    // Where nobody asks how it ended, one that was killed keeps its number.
    return process.platform === "linux" && /\) Z /u.test(readFileSync(`/proc/${pid}/stat`, "utf8"))
      ? "gone"
      : "there";
  } catch {
    return "gone";
  }
}
