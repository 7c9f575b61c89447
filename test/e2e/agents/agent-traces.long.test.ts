import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import type { TempProject } from "../temp-project.ts";
import { agentProject } from "./agent-project.ts";
import { exampleProject } from "./example-project.ts";

// A finding of an agent is a trace like any other: every verb about traces reads it.

const examples = ["support-agent", "research-agent", "travel-agents"];

test.for(examples)(
  "%s: its finding is replayed 20 of 20, made small, shown, verified, and is fixed in the twin",
  async (example) => {
    const project = exampleProject(example);
    const found = await project.told("agent", "ci", "--seed", "7");
    const [finding = nothing()] = found.findings;
    const { id, story, trace } = finding;
    expect([found.code, trace]).toEqual([1, `.gauntlet/findings/${id}/trace.jsonl.gz`]);
    const before = filesOf(project, id);
    for (let time = 0; time < 20; time++) {
      const again = await project.told("replay", time % 2 === 0 ? "last-fail" : id);
      expect([time, again.code, again.because]).toEqual([time, 1, undefined]);
      expect(again.findings.map((one) => [one.id, one.story])).toEqual([[id, story]]);
    }
    expect(filesOf(project, id)).toEqual(before); // a replay repeats and does not rewrite

    const small = await project.told("shrink", id);
    expect([small.code, small.findings[0]?.id, small.artifacts]).toEqual([1, id, []]);
    const shown = await project.gauntlet("trace", "show", id);
    expect([shown.code, shown.out]).toEqual([0, expect.stringMatching(/fault\n.*pick fault = /)]);
    expect(await project.gauntlet("trace", "verify", id)).toMatchObject({ code: 0 });

    expect(await project.gauntlet("replay", id, "--save")).toMatchObject({ code: 1 });
    const verified = await project.gauntlet("verify");
    expect([verified.code, verified.out]).toEqual([1, expect.stringContaining("still broken")]);
    const twin = exampleProject(`${example}/fixed`);
    const [, file = ""] = /(gauntlet\.regressions\/\S+\.jsonl)/u.exec(verified.out) ?? [];
    twin.write(file, project.read(file));
    const fixed = await twin.gauntlet("verify");
    expect([fixed.code, fixed.out]).toEqual([0, expect.stringMatching(/✓ \S+ +fixed/)]);
  },
);

/** Asks the model again and again, as long as it fails. */
const stubborn = `
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
for await (const line of createInterface({ input: process.stdin })) {
  const { prompt } = JSON.parse(line);
  console.log(JSON.stringify({ output: await answer(prompt) }));
}
async function answer(prompt) {
  for (let time = 1; ; time++) {
    const content = prompt + (prompt.includes("new") ? " " + time : "");
    const response = await fetch(process.env.OPENAI_BASE_URL + "/chat/completions", {
      method: "POST",
      headers: { "content-type": "application/json", authorization: "Bearer none" },
      body: JSON.stringify({ model: "m", messages: [{ role: "user", content }] }),
    });
    const text = await response.text();
    if (response.ok) return JSON.parse(text).choices[0].message.content;
    await wait(5);
  }
}
`;

/** As the one above; once it was struck, one call takes it more than half of its time. */
const slowLater = stubborn
  .replace("\n", '\nimport { existsSync, writeFileSync } from "node:fs";\n')
  .replace(
    "for (let time = 1; ; time++) {",
    'const isSlow = existsSync("struck");\n' +
      "  for (let time = 1; ; time++) {\n    if (isSlow) await wait(1_800);",
  )
  .replace("await wait(5);", 'writeFileSync("struck", "");\n    await wait(5);');

test.for(["Say hello.", "Say something new."])(
  "an agent that retries for ever is one rule, which is red again: %s",
  async (prompt) => {
    const project = stubbornProject(prompt, "critical");
    const found = await project.told("agent", "chaos");
    for (const { id, shrunk, confirmed } of found.findings) {
      expect([shrunk.to, confirmed]).toEqual([2, true]);
      expect(shrunk.from).toBeGreaterThan(5); // how often it retries in its time is the machine's
      expect(await project.told("replay", id)).toMatchObject({ code: 1, verdict: "broken" });
    }
    expect(found.findings.map(({ identity }) => identity.property).toSorted()).toEqual([
      "ends",
      "the same as ever",
    ]);
  },
);

test("a finding that is not critical is red in a replay, and green when it is fixed", async () => {
  const project = stubbornProject("Say hello.", "low");
  const found = await project.told("agent", "chaos", "--min-score", "0");
  expect([found.code, found.verdict]).toEqual([0, "held"]);
  const { id } = found.findings.find(isOfEnd) ?? nothing();
  expect(await project.told("replay", id)).toMatchObject({ code: 1, verdict: "broken" });
  project.write(
    "agent.mjs",
    stubborn.replace("if (response.ok)", 'if (!response.ok) return "Sorry.";\n    else'),
  );
  expect(await project.told("replay", id)).toMatchObject({ code: 0, verdict: "held" });
});

test("an agent that is slow while its finding is made small is not taken to hang", async () => {
  const project = stubbornProject("Say hello.", "critical", { timeoutMs: 3_000, agent: slowLater });
  const found = await project.told("agent", "chaos");
  const { id, shrunk, confirmed } = found.findings.find(isOfEnd) ?? nothing();
  expect([shrunk.to, confirmed]).toEqual([2, true]);
  rmSync(path.join(project.root, "struck"));
  expect(await project.told("replay", id)).toMatchObject({ code: 1, verdict: "broken" });
});

test("a session that was kept for a rule is red while that fails, critical or not", async () => {
  const project = stubbornProject("Say hello.", "low");
  const session = `id: loop
input: Say hello.
invariant: ends
seed: 1
cell: loop
faults:
  - { id: f, layer: llm, mode: server_error, trigger: {} }
strikes:
  - { fault: f, agent: agent, target: llm }
`;
  project.write("loop.yaml", session);
  const again = await project.told("agent", "replay", "run", "loop.yaml");
  expect([again.code, again.because]).toEqual([1, "what failed before fails again: ends"]);
  expect(again.artifacts.filter((file) => file.includes("findings"))).toEqual([]);
});

test("a trace whose rule or agent is gone says so", async () => {
  const project = stubbornProject("Say hello.", "critical");
  const found = await project.told("agent", "chaos");
  const { id } = found.findings.find(isOfEnd) ?? nothing();
  const config = project.read("gauntlet.toml");
  project.write("gauntlet.toml", config.replace('id = "ends"', 'id = "stops"'));
  const ruleless = await project.gauntlet("replay", id);
  expect([ruleless.code, ruleless.err]).toEqual([2, expect.stringContaining("no rule `ends`")]);
  project.write("gauntlet.toml", "[explorer]\n");
  const gone = await project.gauntlet("replay", id);
  expect([gone.code, gone.err]).toEqual([2, expect.stringContaining("error[A015]")]);
});

// --- inside ---

function isOfEnd({ identity }: { readonly identity: { readonly property: string } }): boolean {
  return identity.property === "ends";
}

function nothing(): never {
  throw new Error("nothing was found");
}

function filesOf(project: TempProject, id: string): readonly string[] {
  const folder = path.join(project.root, ".gauntlet", "findings", id);
  return ["trace.jsonl.gz", "finding.json"].map((name) =>
    readFileSync(path.join(folder, name)).toString("base64"),
  );
}

function stubbornProject(
  prompt: string,
  severity: string,
  { timeoutMs = 800, agent = stubborn }: { timeoutMs?: number; agent?: string } = {},
): TempProject {
  const project = agentProject(
    {
      agent:
        'type = "process"\ncommand = ["node", "agent.mjs"]\nprotocol = "lines"\n' +
        `timeout = ${timeoutMs}\nprompts = ["${prompt}"]`,
      invariants: `[[agent.invariants]]
id = "ends"
type = "completes"
severity = "${severity}"

[[agent.invariants]]
id = "the same as ever"
type = "behavior_unchanged"
severity = "${severity}"`,
      contract: "",
      more: '[agent.chaos]\nllm_faults = [{ mode = "server_error" }]',
    },
    { "agent.mjs": agent },
  );
  const config = project.read("gauntlet.toml");
  project.write("gauntlet.toml", config.replace("shrink_budget = 0", "shrink_budget = 12"));
  return project;
}
